package import BuoyTextScreen
package import ChannelsProtocol

/// What tells members of presence channels apart at a glance. It is the same wherever they are
/// shown: among the members, in the rows of events, and in panes of features.
package enum MemberSymbols {
    /// The colour of a user.
    package static func role(of id: UserID) -> Role { Role.accent(for: id.text.utf8) }

    /// The initials of a name, or of the id of a member without one, in at most two cells: the
    /// first letters of the first and the last word, or of a single word; one letter if they are
    /// wide.
    package static func initials(of name: String) -> SafeText {
        let all = Self.letters(of: name)
        let letters = SafeText(sanitizing: all, limit: 16)
        guard letters.width > 2 else { return letters }
        return SafeText(sanitizing: String(all.prefix(1)), limit: 16)
    }

    private static func letters(of name: String) -> String {
        let words = name.split { !$0.isLetter && !$0.isNumber }
        guard let first = words.first, let letter = first.first else { return "?" }
        guard words.count > 1, let last = words.last?.first else {
            return String(first.prefix(2)).uppercased()
        }
        return "\(letter)\(last)".uppercased()
    }
}
