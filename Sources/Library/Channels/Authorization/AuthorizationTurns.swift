import ChannelsProtocol

enum PendingAuthorization: Hashable, Sendable {
    case channel(AuthorizationRequest)
    case user(AuthenticationRequest)

    var order: (Int, Int) {
        switch self {
        case .channel(let request): (request.purpose == .subscription ? 0 : 1, request.number)
        case .user(let request): (2, request.number)
        }
    }
}

/// Limits simultaneous requests to the application's servers: subscriptions, new keys and the
/// sign-in together. (libPusher also makes five at once.)
struct AuthorizationTurns {
    private var running = 0
    private var waiting: [PendingAuthorization] = []

    static let limit = 5

    /// - Returns: whether to request it now; otherwise it waits for its turn.
    mutating func requested(_ authorization: PendingAuthorization) -> Bool {
        guard self.running < Self.limit else {
            self.waiting.append(authorization)
            return false
        }
        self.running += 1
        return true
    }

    mutating func ended() -> PendingAuthorization? {
        guard !self.waiting.isEmpty else {
            self.running -= 1
            return nil
        }
        return self.waiting.removeFirst()
    }

    mutating func disconnected() -> [PendingAuthorization] {
        defer { self.waiting = [] }
        return self.waiting
    }
}
