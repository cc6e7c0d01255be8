import ChannelsProtocol

/// A wanted signature of the application's server.
enum PendingAuthorization: Hashable, Sendable {
    /// For a channel: its subscription, or a new key.
    case channel(AuthorizationRequest)
    /// For a sign-in.
    case user(AuthenticationRequest)

    /// Its place among those that run at the same time: subscriptions, new keys, sign-ins.
    var order: (Int, Int) {
        switch self {
        case .channel(let request): (request.purpose == .subscription ? 0 : 1, request.number)
        case .user(let request): (2, request.number)
        }
    }
}

/// Limits the number of simultaneous requests to the application's servers: for subscriptions, new
/// keys and the sign-in together. (libPusher also makes five at once.)
struct AuthorizationTurns {
    private var running = 0
    private var waiting: [PendingAuthorization] = []

    /// The maximum number at a time.
    static let limit = 5

    /// A signature is wanted.
    ///
    /// - Returns: whether to request it now; otherwise it waits for its turn.
    mutating func requested(_ authorization: PendingAuthorization) -> Bool {
        guard self.running < Self.limit else {
            self.waiting.append(authorization)
            return false
        }
        self.running += 1
        return true
    }

    /// A request was answered, or given up.
    ///
    /// - Returns: the one whose turn has come.
    mutating func ended() -> PendingAuthorization? {
        guard !self.waiting.isEmpty else {
            self.running -= 1
            return nil
        }
        return self.waiting.removeFirst()
    }

    /// The connection that the signatures are for is gone.
    ///
    /// - Returns: those that were waiting, which are no longer of use.
    mutating func disconnected() -> [PendingAuthorization] {
        defer { self.waiting = [] }
        return self.waiting
    }
}
