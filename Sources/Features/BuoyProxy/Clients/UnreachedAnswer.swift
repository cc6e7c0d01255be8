import ChannelsProtocol

enum UnreachedAnswer: Hashable, Sendable {
    /// Its connection is reset, which to the client is as good as refused.
    case reset
    case close(CloseCode)
    case status(Int)

    var words: String {
        switch self {
        case .reset: "reset"
        case .close(let code): "closed with \(code.rawValue)"
        case .status(let status): "responded with HTTP \(status)"
        }
    }
}
