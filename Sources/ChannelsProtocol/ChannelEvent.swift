/// An event on a channel, published by an application or another client.
public struct ChannelEvent: Hashable, Sendable {
    public var name: EventName
    /// The channel it arrived on; `nil` if the server named none.
    public var channel: ChannelName?
    /// The data as received; it is parsed when it is read.
    public var data: EventData
    /// The sender, which the server adds to client events of presence channels.
    public var userID: UserID?
    /// Why the sender of a client event is doubtful; `nil` if it is not.
    package var senderDoubt: SenderDoubt?

    package init(
        name: EventName, channel: ChannelName?, data: EventData, userID: UserID? = nil
    ) {
        self.name = name
        self.channel = channel
        self.data = data
        self.userID = userID
    }

    /// The same event, to be kept for long. A received event shares its memory with all messages of the same
    /// read, up to 64 KiB and more; the detached one has a copy of its own message only.
    package func detached() -> ChannelEvent {
        var copy = self
        copy.data = self.data.detached
        return copy
    }
}

/// Why the sender of a client event on a presence channel is doubtful.
package enum SenderDoubt: Hashable, Sendable {
    /// The server names no sender.
    case notNamed
    /// The sender is not a member of the channel.
    case notAMember

    /// A sentence without a full stop.
    package var text: String {
        switch self {
        case .notNamed: "the server names no sender"
        case .notAMember: "the sender is not a member of the channel"
        }
    }
}
