import ChannelsProtocol

/// What a client gets when it connects while the server cannot be reached.
enum UnreachedAnswer: Hashable, Sendable {
    /// Its connection is reset, which to the client is as good as refused.
    case reset
    /// The WebSocket is opened, and closed again with this code.
    case close(CloseCode)
    /// It gets this HTTP status, as from a reverse proxy whose server is down.
    case status(Int)

    /// What was done, as the start of a sentence.
    var words: String {
        switch self {
        case .reset: "reset"
        case .close(let code): "closed with \(code.rawValue)"
        case .status(let status): "responded with HTTP \(status)"
        }
    }
}
