/// What is known of a channel at one moment.
public struct ChannelSnapshot: Hashable, Sendable {
    public var name: ChannelName
    public var state: SubscriptionState
    /// When it came into this state.
    public var since: Timestamp
    /// How many connections are subscribed to it, where the server tells; `nil` before that, and
    /// without a subscription.
    public var subscriptionCount: Int?
    /// How many users are in a presence channel. Over a disconnection it stays as it was; `nil`
    /// before the first list.
    public var memberCount: Int?

    public init(
        name: ChannelName, state: SubscriptionState, since: Timestamp,
        subscriptionCount: Int? = nil, memberCount: Int? = nil
    ) {
        self.name = name
        self.state = state
        self.since = since
        self.subscriptionCount = subscriptionCount
        self.memberCount = memberCount
    }
}
