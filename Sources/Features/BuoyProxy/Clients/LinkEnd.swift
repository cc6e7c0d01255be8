import ChannelsProtocol

/// How a connection through the proxy, or an attempt to open one, ended.
enum LinkEnd: Hashable, Sendable {
    /// The server sent a close frame, or one was made by a fault.
    case closedByServer(CloseCode?, reason: String)
    /// The client sent a close frame; perhaps because a fault withheld the answer to its ping.
    case closedByClient(CloseCode?, isWithheld: Bool = false)
    /// The server ended TCP without a close frame.
    case serverLost(isReset: Bool)
    /// The client ended TCP without a close frame; perhaps because of that too.
    case clientLost(isReset: Bool, isWithheld: Bool = false)
    /// The client left an attempt that a fault kept from being answered.
    case unanswered
    /// The server, or a fault in its place, answered the upgrade with this status.
    case refused(status: Int, isFault: Bool = false)
    /// The server could not be reached, and the client was answered by the proxy.
    case unreachable(ConnectFailure, told: UnreachedAnswer)
    /// A fault ended it: which, in a few words.
    case fault(String)
    /// What one of them sent is not WebSocket; a sentence.
    case unreadable(String)

    /// Whether the client ended it.
    var isByClient: Bool {
        switch self {
        case .closedByClient, .clientLost, .unanswered: true
        case .closedByServer, .serverLost, .refused, .unreachable, .fault, .unreadable: false
        }
    }

    /// Whether a fault withheld what the client waited for, if it did.
    var isWithheld: Bool {
        switch self {
        case .closedByClient(_, let isWithheld), .clientLost(_, let isWithheld): isWithheld
        case .closedByServer, .serverLost, .unanswered, .refused, .unreachable, .fault, .unreadable:
            false
        }
    }

    /// The end in a few words.
    var words: String {
        switch self {
        case .closedByServer(let code?, let reason):
            "close \(code.rawValue)\(reason.isEmpty ? "" : " \(reason)")"
        case .closedByServer(nil, _), .closedByClient(nil, _): "close without a code"
        case .closedByClient(let code?, _): "close \(code.rawValue)"
        case .serverLost(let isReset), .clientLost(let isReset, _):
            isReset ? "TCP was reset" : "TCP ended without a close frame"
        case .unanswered: "the client gave up: no answer\(DeliberateFault.remark)"
        case .refused(let status, let isFault):
            "HTTP \(status) instead of the upgrade" + (isFault ? DeliberateFault.remark : "")
        case .unreachable(let failure, let answer): "\(answer.words) by the proxy: \(failure.text)"
        case .fault(let text), .unreadable(let text): text
        }
    }

    /// How it ended for the client, if it heard something else than what happened.
    var endForClient: ConnectionEnd? {
        guard case .unreachable(_, let answer) = self else { return nil }
        switch answer {
        case .close(let code): return .closed(code, reason: "")
        // What keeps the proxy from the server, such as a certificate, the client does not see.
        case .reset: return .failed(ConnectFailure(kind: .unreachable, text: answer.words))
        case .status(let status):
            return .failed(
                ConnectFailure(
                    kind: .httpStatus(status, retryAfter: nil), text: answer.words))
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

    /// The end as the client's state machine reads it; `nil` if the client left by itself.
    var connectionEnd: ConnectionEnd? {
        switch self {
        case .closedByServer(let code, let reason): .closed(code, reason: reason)
        case .closedByClient: nil
        case .serverLost(let isReset):
            .failed(
                ConnectFailure(
                    kind: .unreachable,
                    text: isReset
                        ? "The connection was reset."
                        : "The connection ended without a close frame."
                ))
        case .clientLost(let isReset, _):
            .failed(
                ConnectFailure(
                    kind: .unreachable,
                    text: isReset
                        ? "The client reset the connection."
                        : "The client ended the connection without a close frame."))
        case .unanswered:
            .failed(
                ConnectFailure(
                    kind: .unreachable,
                    text: "The client gave up: no answer\(DeliberateFault.remark)."))
        case .refused(let status, let isFault):
            .failed(
                ConnectFailure(
                    kind: .httpStatus(status, retryAfter: nil),
                    text: "The server refused the WebSocket with HTTP \(status)"
                        + (isFault ? "\(DeliberateFault.remark)." : ".")))
        case .unreachable(let failure, _): .failed(failure)
        case .fault(let text): .failed(ConnectFailure(kind: .unreachable, text: text))
        case .unreadable(let text): .failed(ConnectFailure(kind: .protocolViolation, text: text))
        }
    }
}
