/// An event on a channel: what an application or another client published.
public struct ChannelEvent: Hashable, Sendable {
    public var name: EventName
    /// The channel it came on; `nil` when the server named none.
    public var channel: ChannelName?
    /// As received; parsed when it is read.
    public var data: EventData
    /// The sender, which the server adds to client events of presence channels.
    public var userID: UserID?

    package init(
        name: EventName, channel: ChannelName?, data: EventData, userID: UserID? = nil
    ) {
        self.name = name
        self.channel = channel
        self.data = data
        self.userID = userID
    }
}
