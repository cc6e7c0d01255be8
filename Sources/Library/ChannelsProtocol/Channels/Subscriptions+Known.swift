extension Subscriptions {
    var inOrder: [ChannelName] {
        self.entries.sorted { $0.value.place < $1.value.place }.map(\.key)
    }

    var all: [(channel: ChannelName, state: SubscriptionState)] {
        self.entries.sorted { $0.value.place < $1.value.place }
            .map { ($0.key, $0.value.machine.state) }
    }

    var subscribed: [ChannelName] {
        self.all.filter { $0.state == .subscribed }.map(\.channel)
    }

    func state(of channel: ChannelName) -> SubscriptionState? {
        self.entries[channel]?.machine.state
    }

    func members(of channel: ChannelName) -> PresenceMembers? {
        self.entries[channel]?.machine.members
    }

    func subscriptionCount(of channel: ChannelName) -> Int? {
        self.entries[channel]?.machine.subscriptionCount
    }

    var signedAwaitingAnswer: [ChannelName] {
        self.inOrder.filter {
            $0.kind.needsAuthorization && self.entries[$0]?.machine.awaitsAnswer == true
        }
    }

    var isAnyAwaitingAnswer: Bool {
        self.entries.values.contains { $0.machine.awaitsAnswer }
    }

    var oldestAwaitingAnswer: ChannelName? {
        self.entries
            .compactMap { channel, entry in
                entry.machine.sentTime.map { (channel: channel, time: $0, place: entry.place) }
            }
            .min { ($0.time, $0.place) < ($1.time, $1.place) }?
            .channel
    }

    var onlyOneAwaitingAnswer: ChannelName? {
        let awaiting = self.entries.lazy.filter { $0.value.machine.awaitsAnswer }
        let firstTwo = awaiting.prefix(2).map(\.key)
        return firstTwo.count == 1 ? firstTwo.first : nil
    }
}
