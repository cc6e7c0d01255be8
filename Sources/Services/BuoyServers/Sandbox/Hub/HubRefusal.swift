import ChannelsProtocol

/// Why the hub refused a request. The messages are those of the hosted service where they are known
/// (docs/protocol.md, "Servers"), which have no code.
enum HubRefusal: Error, Hashable, Sendable {
    case existingSubscription(ChannelName)
    case noSubscription(ChannelName)
    case badChannelName(ChannelName, reason: String)
    case tooManySubscriptions(ChannelName, limit: Int)
    case malformedAuth(ChannelName)
    case foreignKey(ChannelName, key: String)
    case wrongSignature(ChannelName, signature: String, stringToSign: String)
    case cannotCheck(ChannelName, reason: String)
    case badChannelData(ChannelName, reason: String)
    case channelFull(ChannelName, limit: Int)
    case clientEvent(ChannelName?, reason: String)
    case clientEventRate(ChannelName?, limit: Int)
    case signIn(reason: String)
    case foreignSignInKey(String)
    case wrongSignInSignature(String, stringToSign: String)
    case watchlist(limit: Int)
    case unsupported(EventName)
    case malformedMessage(String)

    /// The message for the client. The hosted service names the channel of some errors only in the
    /// text. The others name it beside the data, as soketi does, so that they can be distinguished.
    /// Full channels are refused as in soketi, because the hosted service's answer is not known.
    var message: ServerMessage {
        switch self {
        case .tooManySubscriptions(let channel, _), .channelFull(let channel, _):
            .subscriptionError(channel, type: "LimitReached", text: self.text, status: 4100)
        default:
            .error(ServerError(code: self.code, message: self.text, channel: self.namedChannel))
        }
    }

    private var code: Int? {
        switch self {
        case .clientEventRate: 4301
        case .watchlist: 4302
        default: nil
        }
    }

    private var text: String {
        switch self {
        case .existingSubscription(let channel):
            "Existing subscription to channel \(channel)"
        case .noSubscription(let channel):
            "No current subscription to channel \(channel), or subscription in progress"
        case .badChannelName(_, let reason):
            "This channel name is not valid: \(reason)"
        case .tooManySubscriptions(_, let limit):
            "A connection can be subscribed to at most \(limit) channels"
        case .malformedAuth(let channel):
            "Auth value for subscription to \(channel) is invalid: "
                + "should be of format 'key:signature'"
        case .foreignKey(_, let key):
            "Invalid key in subscription auth data: '\(key)'"
        case .wrongSignature(_, let signature, let stringToSign),
            .wrongSignInSignature(let signature, let stringToSign):
            "Invalid signature: Expected HMAC SHA256 hex digest of \(stringToSign), "
                + "but got \(signature)"
        case .cannotCheck(let channel, let reason):
            "Auth value for subscription to \(channel) is invalid: it cannot be checked, \(reason)"
        case .badChannelData(let channel, let reason):
            "Auth value for subscription to \(channel) is invalid: in channel_data, \(reason)"
        case .channelFull(let channel, let limit):
            "Presence channel \(channel) is full: it has \(limit) members"
        case .clientEvent(_, let reason):
            "Client event rejected: \(reason)"
        case .clientEventRate(_, let limit):
            "Client event rejected: more than \(limit) client events per second"
        case .signIn(let reason):
            "Sign-in refused: \(reason)"
        case .foreignSignInKey(let key):
            "Invalid key in sign-in auth data: '\(key)'"
        case .watchlist(let limit):
            "Watchlist limit exceeded: only the first \(limit) users are watched"
        case .unsupported(let event):
            "Unsupported event: \(event)"
        case .malformedMessage(let reason):
            "Invalid message: \(reason)"
        }
    }

    private var namedChannel: ChannelName? {
        switch self {
        case .existingSubscription, .noSubscription, .signIn, .foreignSignInKey,
            .wrongSignInSignature, .watchlist, .unsupported, .malformedMessage:
            nil
        case .badChannelName(let channel, _), .tooManySubscriptions(let channel, _),
            .malformedAuth(let channel), .foreignKey(let channel, _),
            .wrongSignature(let channel, _, _), .cannotCheck(let channel, _),
            .badChannelData(let channel, _), .channelFull(let channel, _):
            channel
        case .clientEvent(let channel, _), .clientEventRate(let channel, _): channel
        }
    }
}
