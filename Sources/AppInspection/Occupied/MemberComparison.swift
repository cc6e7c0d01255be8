package import ChannelsProtocol

/// The members of a presence channel according to the connection, compared with the users that the
/// HTTP API lists.
///
/// Somebody may join or leave while the request is under way. Only what was so before and after the
/// request counts as a difference.
package struct MemberComparison: Hashable, Sendable {
    package let channel: ChannelName
    /// The number of users that the HTTP API lists.
    package let listed: Int
    /// The number of members of the roster, at the time of the answer.
    package let members: Int
    /// Users that the HTTP API lists and the roster does not have, sorted.
    package let onlyListed: [UserID]
    /// Members of the roster that the HTTP API does not list, sorted.
    package let onlyMembers: [UserID]
    /// The number of users who joined or left in the meantime.
    package let changing: Int

    /// - Parameters:
    ///   - before: the members when the request was made.
    ///   - users: the answer.
    ///   - after: the members when the answer arrived.
    package init(
        _ channel: ChannelName, before: Set<UserID>, users: [UserID], after: Set<UserID>
    ) {
        let listed = Set(users)
        self.channel = channel
        self.listed = listed.count
        self.members = after.count
        self.onlyListed = listed.subtracting(before.union(after)).sorted()
        self.onlyMembers = before.intersection(after).subtracting(listed).sorted()
        self.changing = before.symmetricDifference(after).count
    }

    package var isSame: Bool { self.onlyListed.isEmpty && self.onlyMembers.isEmpty }

    /// Names and values for a box, the most important first.
    package var figures: [(name: String, value: String)] {
        var figures = [
            ("channel", self.channel.text), ("members here", "\(self.members)"),
            ("users by HTTP", "\(self.listed)"),
        ]
        if self.isSame { figures.append(("difference", "none")) }
        if !self.onlyListed.isEmpty {
            figures.append(("only by HTTP", Self.list(self.onlyListed)))
        }
        if !self.onlyMembers.isEmpty {
            figures.append(("only here", Self.list(self.onlyMembers)))
        }
        if self.changing > 0 { figures.append(("joined or left", "\(self.changing) meanwhile")) }
        return figures
    }

    private static func list(_ users: [UserID]) -> String {
        let most = 5
        let names = users.prefix(most).map(\.text).joined(separator: " ")
        return users.count > most ? "\(names) and \(users.count - most) more" : names
    }
}
