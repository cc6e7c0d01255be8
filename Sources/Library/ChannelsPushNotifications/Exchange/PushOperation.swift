import ChannelsPushProtocol

/// What the outbox has to tell the server.
enum PushOperation: Hashable, Sendable {
    /// Create the client, with the credentials that are wanted when it is sent.
    case register
    /// Replace platform and token by those that are wanted when it is sent.
    case updateToken
    case subscribe(InterestName)
    case unsubscribe(InterestName)

    /// The interest; `nil` if it concerns none.
    var interest: InterestName? {
        switch self {
        case .register, .updateToken: nil
        case .subscribe(let name), .unsubscribe(let name): name
        }
    }

    /// The name of the kind, in the state file and in status reports.
    var kind: PushStatus.Operation.Kind {
        switch self {
        case .register: .register
        case .updateToken: .updateToken
        case .subscribe: .subscribe
        case .unsubscribe: .unsubscribe
        }
    }

    /// The operation for a kind and an interest.
    ///
    /// - Returns: `nil` if the kind needs an interest and has none.
    init?(_ kind: PushStatus.Operation.Kind, _ interest: InterestName?) {
        switch kind {
        case .register: self = .register
        case .updateToken: self = .updateToken
        case .subscribe:
            guard let interest else { return nil }
            self = .subscribe(interest)
        case .unsubscribe:
            guard let interest else { return nil }
            self = .unsubscribe(interest)
        }
    }
}

/// An operation that has not been confirmed.
struct PushEntry: Hashable, Sendable {
    /// Identifies the entry; grows from entry to entry.
    var number: Int
    var operation: PushOperation
    /// How many times it was sent.
    var attempts = 0
    /// Whether the server may already have carried it out, or its opposite before it: then it
    /// cannot be cancelled, only followed by another.
    var isUncertain = false
}

/// An operation that the server refused for good.
struct PushRejection: Hashable, Sendable {
    var operation: PushOperation
    /// A sentence; it may quote the server.
    var reason: String
    /// Microseconds since 1970, on the wall clock.
    var wallMicroseconds: Int64
}
