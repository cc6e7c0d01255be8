/// The users of a watchlist who are online, in the order in which they went online.
struct OnlineUsers: Hashable, Sendable {
    /// Each user once.
    private(set) var users: [UserID] = []
    private var known: Set<UserID> = []

    /// The maximum number of users that are kept. A watchlist has 100 (protocol 7), but the names
    /// come from the peer.
    private static let limit = 1000

    /// Applies a change. Names other than `online` and `offline` change nothing.
    mutating func apply(_ change: WatchlistChange) {
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

    /// Forgets all users.
    mutating func clear() {
        self.users = []
        self.known = []
    }
}
