/// What is known of a channel at one moment.
package struct ChannelSnapshot: Hashable, Sendable {
    package var name: ChannelName
    package var state: SubscriptionState
    /// When it came into this state.
    package var since: Timestamp
    /// How many connections are subscribed to it, where the server tells; `nil` before that, and
    /// without a subscription.
    package var subscriptionCount: Int?
    /// How many users are in a presence channel. Over a disconnection it stays as it was; `nil`
    /// before the first list.
    package var memberCount: Int?

    package init(
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
