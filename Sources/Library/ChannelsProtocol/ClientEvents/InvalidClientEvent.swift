/// Why a client event was not sent.
package enum InvalidClientEvent: Hashable, Sendable, CustomStringConvertible {
    /// The name does not start with `client-`.
    case nameWithoutPrefix(EventName)
    /// The name has more characters than servers accept.
    case nameTooLong(length: Int)
    /// The client of the channel no longer exists.
    case noClient(ChannelName)
    /// The event names no channel.
    case noChannel
    /// Clients cannot send events on channels of this kind.
    case channelKind(ChannelName)
    /// The channel was not subscribed to, was unsubscribed (`nil`, or `unsubscribing`), or failed:
    /// there is nothing to wait for.
    case notSubscribed(ChannelName, SubscriptionState?)
    /// The data has more bytes than servers accept.
    case dataTooLarge(byteCount: Int)
    /// This many client events are waiting already.
    case queueFull(limit: Int)

    /// The maximum size of the data of a client event, in bytes.
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
