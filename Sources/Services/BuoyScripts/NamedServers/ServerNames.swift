/// Names that a server cannot have, because they mean something else in the place of a server's
/// name.
package enum ServerNames {
    /// The rule for schemas, without the names of commands.
    package static let pattern = "^[A-Za-z0-9_][A-Za-z0-9_.-]{0,39}$"

    /// Whether a server can have this name: ASCII letters, digits, `_`, `-` and `.`, at most 40 of
    /// them, not starting with `-` or `.`, and no name of a command.
    ///
    /// - Parameter commands: the names of the commands, in whose place a server can be named.
    package static func isAllowed(_ name: String, commandNames commands: [String]) -> Bool {
        guard let first = name.unicodeScalars.first, name.unicodeScalars.count <= 40 else {
            return false
        }
        return first != "-" && first != "." && !commands.contains(name)
            && name.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                        || "_-.".unicodeScalars.contains(scalar))
            }
    }

    /// The names in their order, each once.
    static func unique(_ names: [String]) -> [String] {
        names.reduce(into: []) { known, name in
            if !known.contains(name) { known.append(name) }
        }
    }
}
