package import ChannelsProtocol
package import TextScreen

/// A member of a presence channel, as the stage shows them.
package struct StageMember: Hashable, Sendable {
    package let id: UserID
    /// The name, or the id of a member without a name. It comes from the network.
    package let name: String
    package let isMe: Bool
    /// When the member joined, or was first seen.
    package let since: Timestamp
    /// Whether the member joined while the channel was being watched.
    package let didJoin: Bool
    /// When the member left; `nil` if they are here.
    package let leftAt: Timestamp?

    package init(
        id: UserID, name: String, isMe: Bool, since: Timestamp, didJoin: Bool = false,
        leftAt: Timestamp? = nil
    ) {
        self.id = id
        self.name = name.isEmpty ? id.text : name
        self.isMe = isMe
        self.since = since
        self.didJoin = didJoin
        self.leftAt = leftAt
    }

    /// The colour of a user, which is the same wherever they are shown: on the stage, among the
    /// members, and in the rows of events.
    package static func role(of id: UserID) -> Role { Role.accent(for: id.text.utf8) }

    /// At most two cells: the first letters of the first and the last word of the name, or of a
    /// single word; one letter if they are wide.
    var initials: SafeText { Self.initials(of: self.name) }

    /// The initials of a name, or of the id of a member without one.
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
