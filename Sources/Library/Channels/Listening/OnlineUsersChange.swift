public import ChannelsProtocol

/// A change to the watchlist users who are online. Applied to the previous list, it results in
/// `users`, also after a reconnection.
///
/// ```swift
/// var online: Set<UserID> = []
/// for await change in client.onlineUserChanges {
///     online = online.subtracting(change.wentOffline).union(change.cameOnline)
/// }
/// ```
public struct OnlineUsersChange: Hashable, Sendable {
    /// All who are online after the change, in the order they came online.
    public var users: [UserID]
    /// Those who were not in the previous list.
    public var cameOnline: [UserID]
    /// Those who were in the previous list, and are no longer.
    public var wentOffline: [UserID]
    /// Whether the sign-in has ended, with the connection or by `signOut()`. The list is then
    /// empty, because the status of its users is not known until the next sign-in.
    public var isSignInOver: Bool

    package init(
        users: [UserID], cameOnline: [UserID] = [], wentOffline: [UserID] = [],
        isSignInOver: Bool = false
    ) {
        self.users = users
        self.cameOnline = cameOnline
        self.wentOffline = wentOffline
        self.isSignInOver = isSignInOver
    }
}

extension ChannelsClient {
    /// The changes to the watchlist users who are online: first the current list, if a user is
    /// signed in, then each change. Unlike `watchlistChanges`, it also reports that the sign-in has
    /// ended, so a list that applies the changes is always the same as `onlineUsers`.
    public nonisolated var onlineUserChanges: ClientStream<OnlineUsersChange> {
        ClientStream(self.source()) { _ in
            await self.currentOnlineUsers()
        } select: { batch, memory in
            batch.compactMap { $0.onlineUsersChange(&memory) }
        }
    }

    private func currentOnlineUsers() -> PreparedStream<OnlineUsersChange> {
        let users = self.onlineUsers
        var stream = PreparedStream<OnlineUsersChange>()
        stream.lastKnown = self.lastEventNumber
        stream.online = OnlineUsers(users)
        if case .signedIn = self.signInState {
            stream.elements = [OnlineUsersChange(users: users, cameOnline: users)]
        }
        return stream
    }
}

extension ClientReport {
    fileprivate func onlineUsersChange(_ memory: inout StreamMemory) -> OnlineUsersChange? {
        guard self.number > memory.lastKnown else { return nil }
        let before = memory.online.users
        var isSignInOver = false
        switch self.kind {
        case .watchlistChanged(let changes):
            for change in changes { memory.online.apply(change) }
        case .signInChanged(.signedIn): return nil
        case .signInChanged:
            memory.online = OnlineUsers()
            isSignInOver = true
        default: return nil
        }
        let users = memory.online.users
        guard users != before else { return nil }
        let (old, new) = (Set(before), Set(users))
        return OnlineUsersChange(
            users: users, cameOnline: users.filter { !old.contains($0) },
            wentOffline: before.filter { !new.contains($0) }, isSignInOver: isSignInOver)
    }
}

extension OnlineUsersChange: Printed {
    package var printed: String {
        let changes =
            self.cameOnline.map { "+\($0)" } + self.wentOffline.map { "−\($0)" }
            + ["\(self.users.count) online"]
        return changes.joined(separator: " ").oneLine(limit: 1000)
    }
}
