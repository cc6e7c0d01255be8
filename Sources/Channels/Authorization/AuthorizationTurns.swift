internal import ChannelsProtocol

/// A wish for a signature of the application's server.
enum AuthorizationWish: Hashable, Sendable {
    /// For a channel: its subscription, or a new key.
    case channel(AuthorizationRequest)
    /// For a sign-in.
    case user(AuthenticationRequest)
}

/// Keeps the number of requests to the application's servers small: subscriptions, new keys and the
/// sign-in together. (libPusher makes five at once as well.)
struct AuthorizationTurns {
    private var running = 0
    private var waiting: [AuthorizationWish] = []

    /// The most at a time.
    static let limit = 5

    /// - Returns: the wish to carry out now; `nil` when it waits for its turn.
    mutating func wished(_ wish: AuthorizationWish) -> AuthorizationWish? {
        guard self.running < Self.limit else {
            self.waiting.append(wish)
            return nil
        }
        self.running += 1
        return wish
    }

    /// A request was answered, or given up.
    ///
    /// - Returns: the wish to carry out now, whose turn it is.
    mutating func ended() -> AuthorizationWish? {
        guard !self.waiting.isEmpty else {
            self.running -= 1
            return nil
        }
        return self.waiting.removeFirst()
    }

    /// The connection that the signatures are for is gone.
    ///
    /// - Returns: the wishes that waited: they are of no use any more.
    mutating func disconnected() -> [AuthorizationWish] {
        defer { self.waiting = [] }
        return self.waiting
    }
}
