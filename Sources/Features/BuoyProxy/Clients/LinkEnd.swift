import ChannelsProtocol

enum LinkEnd: Hashable, Sendable {
    /// The server sent a close frame, or a fault did in its place.
    case closedByServer(CloseCode?, reason: String, isFault: Bool = false)
    /// The client sent a close frame; perhaps because a fault withheld the answer to its ping.
    case closedByClient(CloseCode?, isWithheld: Bool = false)
    /// Without a close frame.
    case serverLost(isReset: Bool)
    case clientLost(isReset: Bool, isWithheld: Bool = false)
    /// The client left an attempt that a fault kept from being answered.
    case unanswered
    case refused(status: Int, isFault: Bool = false)
    case unreachable(ConnectFailure, told: UnreachedAnswer)
    case fault(String)
    case unreadable(String)

    var isByClient: Bool {
        switch self {
        case .closedByClient, .clientLost, .unanswered: true
        case .closedByServer, .serverLost, .refused, .unreachable, .fault, .unreadable: false
        }
    }

    var isWithheld: Bool {
        switch self {
        case .closedByClient(_, let isWithheld), .clientLost(_, let isWithheld): isWithheld
        case .closedByServer, .serverLost, .unanswered, .refused, .unreachable, .fault, .unreadable:
            false
        }
    }

    var words: String {
        switch self {
        case .closedByServer(let code?, _, isFault: true):
            "close \(code.rawValue) (\(DeliberateFault.words))"
        case .closedByServer(let code?, let reason, _):
            "close \(code.rawValue)\(reason.isEmpty ? "" : " \(reason)")"
        case .closedByServer(nil, _, _), .closedByClient(nil, _): "close without a code"
        case .closedByClient(let code?, _): "close \(code.rawValue)"
        case .serverLost(let isReset), .clientLost(let isReset, _):
            isReset ? "TCP was reset" : "TCP ended without a close frame"
        case .unanswered: "the client gave up: no answer (\(DeliberateFault.words))"
        case .refused(let status, let isFault):
            "HTTP \(status) instead of the upgrade" + (isFault ? " (\(DeliberateFault.words))" : "")
        case .unreachable(let failure, let answer): "\(answer.words) by the proxy: \(failure.text)"
        case .fault(let text): "\(text) (\(DeliberateFault.words))"
        case .unreadable(let text): text
        }
    }

    /// How it ended for the client, if that differs from what happened.
    var endForClient: ConnectionEnd? {
        guard case .unreachable(_, let answer) = self else { return nil }
        switch answer {
        case .close(let code): return .closed(code, reason: "")
        // What keeps the proxy from the server, such as a certificate, the client does not see.
        case .reset: return .failed(ConnectFailure(kind: .unreachable, what: answer.words))
        case .status(let status):
            return .failed(
                ConnectFailure(
                    kind: .httpStatus(status, retryAfter: nil), what: answer.words))
        }
    }

    /// Whether the client got a close code, for which its WebSocket was opened if it was not.
    var isCoded: Bool {
        switch self {
        case .closedByServer, .unreachable(_, told: .close): true
        case .closedByClient, .serverLost, .clientLost, .unanswered, .refused, .unreachable, .fault,
            .unreadable:
            false
        }
    }

    var connectionEnd: ConnectionEnd? {
        switch self {
        case .closedByServer(let code, let reason, let isFault):
            isFault ? .injected(.closed(code, reason: "")) : .closed(code, reason: reason)
        case .closedByClient: nil
        case .serverLost(let isReset):
            Self.lost(isReset ? "it was reset" : "it ended without a close frame")
        case .clientLost(let isReset, _):
            Self.lost(isReset ? "the client reset it" : "the client ended it without a close frame")
        case .unanswered:
            .injected(
                .failed(
                    ConnectFailure(
                        kind: .unreachable, what: "The client gave up", cause: "no answer")))
        case .refused(let status, let isFault):
            Self.refused(status, isFault: isFault)
        case .unreachable(let failure, _): .failed(failure)
        case .fault(let text): .injected(Self.lost(text))
        case .unreadable(let text): .failed(ConnectFailure(kind: .protocolViolation, what: text))
        }
    }

    private static func lost(_ cause: String) -> ConnectionEnd {
        .failed(
            ConnectFailure(kind: .unreachable, what: "The connection is closed", cause: cause))
    }

    private static func refused(_ status: Int, isFault: Bool) -> ConnectionEnd {
        let end = ConnectionEnd.failed(
            ConnectFailure(
                kind: .httpStatus(status, retryAfter: nil),
                what: "The server refused the WebSocket with HTTP \(status)"))
        return isFault ? .injected(end) : end
    }
}

extension ConnectionEnd {
    /// The same end, made by a deliberate fault.
    fileprivate static func injected(_ end: ConnectionEnd) -> ConnectionEnd {
        var end = end
        (end.isInjected, end.advice) = (true, nil)
        return end
    }
}
