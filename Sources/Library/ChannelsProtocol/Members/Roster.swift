/// The members of a presence channel, as a server lists them on subscription.
package struct Roster: Hashable, Sendable {
    /// In the server's order, each user once.
    package var members: [PresenceMember]
    /// The number of members according to the server; it may differ from the list.
    package var claimedCount: Int?

    package init(members: [PresenceMember], claimedCount: Int? = nil) {
        self.members = members
        self.claimedCount = claimedCount
    }
}
