/// What is known about channels.
extension Subscriptions {
    /// The channels in the order in which they were asked for.
    var inOrder: [ChannelName] {
        self.entries.sorted { $0.value.place < $1.value.place }.map(\.key)
    }

    /// Every channel in the list and its state, in the order in which they were asked for.
    var all: [(channel: ChannelName, state: SubscriptionState)] {
        self.entries.sorted { $0.value.place < $1.value.place }
            .map { ($0.key, $0.value.machine.state) }
    }

    /// The channels whose subscription the server has confirmed, in the order in which they were asked
    /// for.
    var subscribed: [ChannelName] {
        self.all.filter { $0.state == .subscribed }.map(\.channel)
    }

    /// The state of a channel; `nil` when it is not in the list.
    package func state(of channel: ChannelName) -> SubscriptionState? {
        self.entries[channel]?.machine.state
    }

    /// The members of a presence channel, also while the connection is away.
    package func members(of channel: ChannelName) -> Members? {
        self.entries[channel]?.machine.members
    }

    /// How many connections are subscribed to a channel, as the server told it last on the present
    /// subscription.
    package func subscriptionCount(of channel: ChannelName) -> Int? {
        self.entries[channel]?.machine.subscriptionCount
    }

    /// Whether a channel waits for the server's answer.
    var isAnyAwaitingAnswer: Bool {
        self.entries.values.contains { $0.machine.awaitsAnswer }
    }

    /// The one channel that waits for the server's answer; `nil` when there are more, or none.
    var onlyOneAwaitingAnswer: ChannelName? {
        let awaiting = self.entries.lazy.filter { $0.value.machine.awaitsAnswer }
        let firstTwo = awaiting.prefix(2).map(\.key)
        return firstTwo.count == 1 ? firstTwo.first : nil
    }
}

extension ChannelAuthorization {
    /// The user that the signed channel data names; numbers are kept as their digits.
    package var userID: UserID? {
        switch self.channelData.flatMap(JSON.parse)?["user_id"] {
        case .string(let text), .number(let text): UserID(text)
        case .null, .bool, .array, .object, nil: nil
        }
    }
}
