import ChannelsPushProtocol

enum PushOperation: Hashable, Sendable {
    case register
    case updateToken
    case subscribe(InterestName)
    case unsubscribe(InterestName)

    var interest: InterestName? {
        switch self {
        case .register, .updateToken: nil
        case .subscribe(let name), .unsubscribe(let name): name
        }
    }

    var kind: PushStatus.Operation.Kind {
        switch self {
        case .register: .register
        case .updateToken: .updateToken
        case .subscribe: .subscribe
        case .unsubscribe: .unsubscribe
        }
    }

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

struct PushEntry: Hashable, Sendable {
    var number: Int
    var operation: PushOperation
    var attempts = 0
    /// The server may have carried it out already, or its opposite before it: it cannot be
    /// cancelled, only followed by another.
    var isUncertain = false
}

struct PushRejection: Hashable, Sendable {
    var operation: PushOperation
    var reason: String
    var wallMicroseconds: Int64
}
