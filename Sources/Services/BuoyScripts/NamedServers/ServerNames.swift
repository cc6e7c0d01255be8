import ChannelsBasics

/// Names that mean something else in the place of a server's name.
package enum ServerNames {
    /// For schemas; does not exclude the names of commands.
    package static let pattern = "^[A-Za-z0-9_][A-Za-z0-9_.-]{0,39}$"

    /// ASCII letters, digits, `_`, `-` and `.`, at most 40, not starting with `-` or `.`.
    ///
    /// - Parameter commands: forbidden names, because a server can be named in their place.
    package static func isAllowed(_ name: String, commandNames commands: [String]) -> Bool {
        guard let first = name.unicodeScalars.first, name.unicodeScalars.count <= 40 else {
            return false
        }
        return first != "-" && first != "." && !commands.contains(name)
            && name.hasOnlyLettersAndDigits(or: "_-.")
    }

    static func unique(_ names: [String]) -> [String] {
        names.reduce(into: []) { known, name in
            if !known.contains(name) { known.append(name) }
        }
    }
}
