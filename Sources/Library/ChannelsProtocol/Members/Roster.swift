package struct Roster: Hashable, Sendable {
    /// In the server's order, each user once.
    package var members: [PresenceMember]
    package var claimedCount: Int?

    package init(members: [PresenceMember], claimedCount: Int? = nil) {
        self.members = members
        self.claimedCount = claimedCount
    }
}
