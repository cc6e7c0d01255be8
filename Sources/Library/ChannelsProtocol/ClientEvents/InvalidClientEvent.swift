package enum InvalidClientEvent: Hashable, Sendable, CustomStringConvertible {
    case nameWithoutPrefix(EventName)
    case nameTooLong(length: Int)
    case noClient(ChannelName)
    case noChannel
    case channelKind(ChannelName)
    /// Not subscribed to, unsubscribed (`nil`, or `unsubscribing`), or failed: nothing to wait for.
    case notSubscribed(ChannelName, SubscriptionState?)
    case dataTooLarge(byteCount: Int)
    case queueFull(limit: Int)

    package static let dataLimit = 10_240

    package var description: String {
        switch self {
        case .nameWithoutPrefix(let name):
            "A client event's name must start with \"client-\": "
                + "\(name.text.debugDescription) does not."
        case .nameTooLong(let length):
            "The event name has \(length) characters; the limit is \(EventName.lengthLimit)."
        case .noClient(let channel):
            "The client for \(channel) no longer exists: keep the client while you use its "
                + "channels."
        case .noChannel:
            "A client event requires a channel."
        case .channelKind(let channel) where channel.kind.isEncrypted:
            "Clients cannot send events on encrypted channels such as \(channel)."
        case .channelKind(let channel):
            "Clients can send events only on private and presence channels, and \(channel) is "
                + "public."
        case .notSubscribed(let channel, .failed):
            "The subscription to \(channel) failed: subscribe to it again first."
        case .notSubscribed(let channel, _):
            "The client is not subscribed to \(channel): subscribe to it first."
        case .dataTooLarge(let byteCount):
            "The data is \(byteCount) bytes; the limit is \(Self.dataLimit)."
        case .queueFull(let limit):
            "\(limit) client events are already waiting to be sent: try again later."
        }
    }
}
