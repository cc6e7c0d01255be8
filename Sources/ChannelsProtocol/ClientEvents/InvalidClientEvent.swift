/// Why a client event was not sent: the rule of protocol 7 ("Client events") that it breaks.
package enum InvalidClientEvent: Hashable, Sendable, CustomStringConvertible {
    /// The name does not start with `client-`.
    case nameWithoutPrefix(EventName)
    /// The name has more characters than servers accept.
    case nameTooLong(length: Int)
    /// The event names no channel.
    case noChannel
    /// Channels of this kind take no events from clients.
    case channelKind(ChannelName)
    /// The channel was not asked for, was given up (`nil`, or `unsubscribing`), or failed: nothing
    /// could be waited for.
    case notSubscribed(ChannelName, SubscriptionState?)
    /// The data has more bytes than servers accept.
    case dataTooLarge(byteCount: Int)
    /// As many client events as this wait already.
    case queueFull(limit: Int)

    /// The most bytes that the data of a client event may have.
    package static let dataLimit = 10_240

    package var description: String {
        switch self {
        case .nameWithoutPrefix(let name):
            "The name of a client event must start with \"client-\": "
                + "\(name.text.debugDescription) does not."
        case .nameTooLong(let length):
            "The name of the event has \(length) characters; \(EventName.lengthLimit) are allowed."
        case .noChannel:
            "A client event needs a channel."
        case .channelKind(let channel) where channel.kind.isEncrypted:
            "Clients cannot send events on encrypted channels such as \(channel)."
        case .channelKind(let channel):
            "Clients can send events on private and presence channels only, and \(channel) is "
                + "package."
        case .notSubscribed(let channel, .failed):
            "The subscription to \(channel) failed: subscribe to it again first."
        case .notSubscribed(let channel, _):
            "There is no subscription to \(channel): subscribe to it first."
        case .dataTooLarge(let byteCount):
            "The data has \(byteCount) bytes; \(Self.dataLimit) are allowed."
        case .queueFull(let limit):
            "\(limit) client events wait to be sent already: try again when some are gone."
        }
    }
}
