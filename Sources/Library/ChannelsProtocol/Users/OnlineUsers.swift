package struct OnlineUsers: Hashable, Sendable {
    package private(set) var users: [UserID] = []
    private var known: Set<UserID> = []

    /// A watchlist has 100 (protocol 7), but the names come from the peer.
    private static let limit = 1000

    package init(_ users: [UserID] = []) {
        self.apply(WatchlistChange(name: "online", userIDs: users))
    }

    /// Names other than `online` and `offline` change nothing.
    package mutating func apply(_ change: WatchlistChange) {
        switch change.name {
        case "online":
            for user in change.userIDs where self.users.count < Self.limit {
                if self.known.insert(user).inserted { self.users.append(user) }
            }
        case "offline":
            let gone = Set(change.userIDs).intersection(self.known)
            guard !gone.isEmpty else { return }
            self.known.subtract(gone)
            self.users.removeAll { gone.contains($0) }
        default:
            break
        }
    }
}
