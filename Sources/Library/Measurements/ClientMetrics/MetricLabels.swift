import ChannelsProtocol

// The words of labels. They are few, whatever the peer sends: a close code or a text of the server
// would make a series of its own each.

extension ConnectionEnd {
    /// Why it ended.
    var label: String {
        switch self {
        case .closed(let code?, _), .refused(let code?, _): code.advice.label
        case .closed(nil, _), .refused(nil, _): "closed"
        case .failed(let failure): failure.kind.label
        case .timedOut: "timed_out"
        case .pongMissing: "pong_missing"
        case .reconnectAsked: "asked"
        }
    }
}

extension CloseAdvice {
    /// A close code, by what it asks for.
    fileprivate var label: String {
        switch self {
        case .useTLS, .doNotReconnect: "closed_refused"
        case .backOff: "closed_back_off"
        case .reconnectAtOnce: "closed_reconnect"
        case .retry: "closed"
        }
    }
}

extension ConnectFailure.Kind {
    fileprivate var label: String {
        switch self {
        case .nameNotResolved: "name_not_resolved"
        case .refused, .unreachable: "unreachable"
        case .tls: "tls"
        case .httpStatus: "http_status"
        case .protocolViolation, .unsafeAnswer: "protocol"
        case .settings: "settings"
        }
    }
}

extension SubscriptionFailure.Phase {
    /// Who refused.
    var label: String {
        switch self {
        case .authorization: "authorization"
        case .subscription: "server"
        case .notRequested: "client"
        }
    }
}

extension Problem.Kind {
    /// What went wrong.
    var label: String {
        switch self {
        case .serverError: "server_error"
        case .malformedMessage: "malformed_message"
        case .unexpectedMessage: "unexpected_message"
        case .authorization: "authorization"
        case .clientEvent: "client_event"
        case .pongOverdue: "pong_overdue"
        case .sending: "sending"
        }
    }
}
