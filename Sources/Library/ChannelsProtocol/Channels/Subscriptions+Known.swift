/// The state of the channels.
extension Subscriptions {
    /// The channels in the order of the requests.
    var inOrder: [ChannelName] {
        self.entries.sorted { $0.value.place < $1.value.place }.map(\.key)
    }

    /// Every channel in the list and its state, in the order of the requests.
    var all: [(channel: ChannelName, state: SubscriptionState)] {
        self.entries.sorted { $0.value.place < $1.value.place }
            .map { ($0.key, $0.value.machine.state) }
    }

    /// The channels whose subscription the server has confirmed, in the order of the requests.
    var subscribed: [ChannelName] {
        self.all.filter { $0.state == .subscribed }.map(\.channel)
    }

    /// The state of a channel; `nil` if it is not in the list.
    func state(of channel: ChannelName) -> SubscriptionState? {
        self.entries[channel]?.machine.state
    }

    /// The members of a presence channel, also while disconnected.
    func members(of channel: ChannelName) -> PresenceMembers? {
        self.entries[channel]?.machine.members
    }

    /// How many connections are subscribed to a channel, as last reported by the server for the
    /// present subscription.
    func subscriptionCount(of channel: ChannelName) -> Int? {
        self.entries[channel]?.machine.subscriptionCount
    }

    /// The channels that had to be signed and wait for the server's answer, in the order of the
    /// requests.
    var signedAwaitingAnswer: [ChannelName] {
        self.inOrder.filter {
            $0.kind.needsAuthorization && self.entries[$0]?.machine.awaitsAnswer == true
        }
    }

    /// Whether any channel waits for the server's answer.
    var isAnyAwaitingAnswer: Bool {
        self.entries.values.contains { $0.machine.awaitsAnswer }
    }

    /// The channel whose subscription has waited longest for the server's answer; `nil` if none
    /// waits.
    var oldestAwaitingAnswer: ChannelName? {
        self.entries
            .compactMap { channel, entry in
                entry.machine.sentTime.map { (channel: channel, time: $0, place: entry.place) }
            }
            .min { ($0.time, $0.place) < ($1.time, $1.place) }?
            .channel
    }

    /// The only channel that waits for the server's answer; `nil` if there are several, or none.
    var onlyOneAwaitingAnswer: ChannelName? {
        let awaiting = self.entries.lazy.filter { $0.value.machine.awaitsAnswer }
        let firstTwo = awaiting.prefix(2).map(\.key)
        return firstTwo.count == 1 ? firstTwo.first : nil
    }
}
