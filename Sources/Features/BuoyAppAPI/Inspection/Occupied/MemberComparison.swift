import ChannelsEventWords
package import ChannelsProtocol

/// The members of a presence channel compared with the users that the HTTP API lists. Only what
/// was so before and after the request counts as a difference.
package struct MemberComparison: Hashable, Sendable {
    let channel: ChannelName
    let listed: Int
    let members: Int
    package private(set) var onlyListed: [UserID]
    package private(set) var onlyMembers: [UserID]
    package private(set) var changing: Int
    /// Otherwise the comparison follows a reconnection.
    let isRequested: Bool

    init(
        _ channel: ChannelName, before: Set<UserID>, users: [UserID], after: Set<UserID>,
        isRequested: Bool = true
    ) {
        let listed = Set(users)
        self.channel = channel
        self.listed = listed.count
        self.members = after.count
        self.onlyListed = listed.subtracting(before.union(after)).sorted()
        self.onlyMembers = before.intersection(after).subtracting(listed).sorted()
        self.changing = before.symmetricDifference(after).count
        self.isRequested = isRequested
    }

    func persisting(since earlier: MemberComparison) -> MemberComparison {
        var comparison = self
        comparison.onlyListed.removeAll { !earlier.onlyListed.contains($0) }
        comparison.onlyMembers.removeAll { !earlier.onlyMembers.contains($0) }
        comparison.changing += earlier.changing
        return comparison
    }

    package var isSame: Bool { self.onlyListed.isEmpty && self.onlyMembers.isEmpty }

    var sentence: String {
        guard !self.isSame else {
            return "the members match the \(Figures.counted(self.listed, "user")) listed over HTTP"
        }
        let here = self.onlyMembers.count
        let there = self.onlyListed.count
        return [
            here > 0 ? "\(Figures.counted(here, "member")) only here" : nil,
            there > 0 ? "\(Figures.counted(there, "user")) only in HTTP" : nil,
        ].compactMap(\.self).joined(separator: ", ")
    }

    var figures: [(name: String, value: String)] {
        var figures = [
            ("channel", self.channel.text), ("members here", "\(self.members)"),
            ("HTTP users", "\(self.listed)"),
        ]
        if self.isSame { figures.append(("difference", "none")) }
        if !self.onlyListed.isEmpty {
            figures.append(("only in HTTP", Self.list(self.onlyListed)))
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
