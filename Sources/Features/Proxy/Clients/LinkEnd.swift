import ChannelsProtocol

/// How a connection through the proxy, or an attempt to open one, ended.
enum LinkEnd: Hashable, Sendable {
    /// The server sent a close frame, or one was made by a fault.
    case closedByServer(CloseCode?, reason: String)
    /// The client sent a close frame.
    case closedByClient(CloseCode?)
    /// The server ended TCP without a close frame.
    case serverLost(isReset: Bool)
    /// The client ended TCP without a close frame.
    case clientLost(isReset: Bool)
    /// The server answered the upgrade with this status.
    case refused(status: Int)
    /// The server could not be reached, and the proxy told the client to come back later, with this
    /// close code.
    case unreachable(ConnectFailure, closedWith: CloseCode)
    /// A fault ended it: which, in a few words.
    case fault(String)
    /// What one of them sent is not WebSocket; a sentence.
    case unreadable(String)

    /// Whether the client ended it.
    var isByClient: Bool {
        switch self {
        case .closedByClient, .clientLost: true
        case .closedByServer, .serverLost, .refused, .unreachable, .fault, .unreadable: false
        }
    }

    /// The end in a few words.
    var words: String {
        switch self {
        case .closedByServer(let code?, let reason):
            "close \(code.rawValue)\(reason.isEmpty ? "" : " \(reason)")"
        case .closedByServer(nil, _), .closedByClient(nil): "close without a code"
        case .closedByClient(let code?): "close \(code.rawValue)"
        case .serverLost(let isReset), .clientLost(let isReset):
            isReset ? "TCP was reset" : "TCP ended without a close frame"
        case .refused(let status): "HTTP \(status) instead of the upgrade"
        case .unreachable(let failure, let code):
            "close \(code.rawValue) of the proxy: \(failure.text)"
        case .fault(let text), .unreadable(let text): text
        }
    }

    /// How it ended for the client, if it heard something else than what happened.
    var endForClient: ConnectionEnd? {
        guard case .unreachable(_, let code) = self else { return nil }
        return .closed(code, reason: "")
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
        case .clientLost(let isReset):
            .failed(
                ConnectFailure(
                    kind: .unreachable,
                    text: isReset
                        ? "The client reset the connection."
                        : "The client ended the connection without a close frame."))
        case .refused(let status):
            .failed(
                ConnectFailure(
                    kind: .httpStatus(status, retryAfter: nil),
                    text: "The server refused the WebSocket with HTTP \(status)."))
        case .unreachable(let failure, _): .failed(failure)
        case .fault(let text): .failed(ConnectFailure(kind: .unreachable, text: text))
        case .unreadable(let text): .failed(ConnectFailure(kind: .protocolViolation, text: text))
        }
    }
}
