/// An event on a channel: what an application or another client published.
public struct ChannelEvent: Hashable, Sendable {
    public var name: EventName
    /// The channel it came on; `nil` when the server named none.
    public var channel: ChannelName?
    /// As received; parsed when it is read.
    public var data: EventData
    /// The sender, which the server adds to client events of presence channels.
    public var userID: UserID?
    /// Why the sender of a client event is in doubt; `nil` if it is not.
    package var senderDoubt: SenderDoubt?

    package init(
        name: EventName, channel: ChannelName?, data: EventData, userID: UserID? = nil
    ) {
        self.name = name
        self.channel = channel
        self.data = data
        self.userID = userID
    }
}

/// Why nobody can have sent a client event of a presence channel.
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
