package import BuoyTextScreen
package import ChannelsProtocol

/// The same wherever members are shown: among the members, in the rows of events, and in panes of
/// features.
package enum MemberSymbols {
    package static func role(of id: UserID) -> Role { Role.accent(for: id.text.utf8) }

    /// At most two cells: the first letters of the first and the last word, or of a single word;
    /// one letter if they are wide. Of the id for a member without a name.
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
