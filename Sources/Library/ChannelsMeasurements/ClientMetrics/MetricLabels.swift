import ChannelsProtocol

// Few words, whatever the peer sends, as each makes its own series. All are exported from the
// start with 0, because `increase()` does not see the first change of a new series.

enum EndLabel: String, CaseIterable {
    case closed
    case closedRefused = "closed_refused"
    case closedBackOff = "closed_back_off"
    case closedReconnect = "closed_reconnect"
    case nameNotResolved = "name_not_resolved"
    case unreachable
    case tls
    case httpStatus = "http_status"
    case protocolViolation = "protocol"
    case settings
    case timedOut = "timed_out"
    case pongMissing = "pong_missing"

    init?(_ end: ConnectionEnd) {
        switch end.kind {
        case .closed(let code?, _), .refused(let code?, _): self.init(code.advice)
        case .closed(nil, _), .refused(nil, _): self = .closed
        case .failed(let failure): self.init(failure.kind)
        case .timedOut: self = .timedOut
        case .pongMissing: self = .pongMissing
        case .reconnectAsked: return nil
        }
    }

    private init(_ advice: CloseAdvice) {
        switch advice {
        case .useTLS, .doNotReconnect: self = .closedRefused
        case .backOff: self = .closedBackOff
        case .reconnectAtOnce: self = .closedReconnect
        case .retry: self = .closed
        }
    }

    private init(_ kind: ConnectFailure.Kind) {
        switch kind {
        case .nameNotResolved: self = .nameNotResolved
        case .refused, .unreachable, .proxy: self = .unreachable
        case .tls: self = .tls
        case .httpStatus: self = .httpStatus
        case .protocolViolation, .unsafeResponse: self = .protocolViolation
        case .settings: self = .settings
        }
    }
}

/// The close code or HTTP status, and what it means, in words that no peer chooses.
struct FailureLabels {
    let values: [String]

    init(_ end: ConnectionEnd) {
        let label = EndLabel(end)?.rawValue ?? ""
        if let code = end.closeCode {
            let isAssigned = (4000...4399).contains(code.rawValue)
            self.values = [isAssigned ? "\(code.rawValue)" : "other", code.name]
        } else if case .failed(let failure) = end.kind,
            case .httpStatus(let status, _) = failure.kind
        {
            self.values = ["\(status)", label]
        } else {
            self.values = ["", label]
        }
    }
}

enum PhaseLabel: String, CaseIterable {
    case authorization
    case server
    case client

    init(_ phase: SubscriptionFailure.Phase) {
        switch phase {
        case .authorization: self = .authorization
        case .subscription: self = .server
        case .notRequested: self = .client
        }
    }
}

enum ProblemLabel: String, CaseIterable {
    case serverError = "server_error"
    case malformedMessage = "malformed_message"
    case unexpectedMessage = "unexpected_message"
    case authorization
    case clientEvent = "client_event"
    case pongOverdue = "pong_overdue"
    case sending
    case decryption

    init(_ kind: ReportedProblem.Kind) {
        switch kind {
        case .serverError: self = .serverError
        case .malformedMessage: self = .malformedMessage
        case .unexpectedMessage: self = .unexpectedMessage
        case .authorization: self = .authorization
        case .clientEvent: self = .clientEvent
        case .pongOverdue: self = .pongOverdue
        case .sending: self = .sending
        }
    }
}
