public import ChannelsProtocol

extension ChannelsClient {
    // MARK: Lookup

    /// The channels that are or will be subscribed, including refused ones, in the order of the
    /// calls to `subscribe`.
    public var channels: [Channel] {
        self.machine.subscriptions.filter { $0.state != .unsubscribing }
            .map { Channel(name: $0.channel, client: self) }
    }

    /// Including those unsubscribed before the server answered.
    package var subscriptions: [(channel: ChannelName, state: SubscriptionState)] {
        self.machine.subscriptions.map { ($0.channel, $0.state) }
    }

    /// Returns the channel with a name; `nil` if it was never subscribed, or was unsubscribed.
    public func channel(_ name: some ChannelNameConvertible) -> Channel? {
        let name = name.channelName
        guard let state = self.machine.subscription(to: name), state != .unsubscribing else {
            return nil
        }
        return Channel(name: name, client: self)
    }

    package func state(of channel: ChannelName) -> SubscriptionState? {
        self.machine.subscription(to: channel)
    }

    /// Stale while there is no connection; `nil` if the channel has never been subscribed.
    package func members(of channel: ChannelName) -> PresenceMembers? {
        self.machine.members(of: channel)
    }

    package func subscriptionCount(of channel: ChannelName) -> Int? {
        self.machine.subscriptionCount(of: channel)
    }

    // MARK: Subscribing

    /// Subscribes to a channel, now or as soon as there is a connection, and again after each
    /// reconnection. A second call changes nothing unless the subscription has failed, in which
    /// case it is retried. `Channel.subscribed()` waits for the server's answer.
    ///
    /// - Parameters:
    ///   - name: the channel name; its prefix determines the kind.
    ///   - kind: the kind whose prefix is added if the name does not have it, as in
    ///     `subscribe("lobby", as: .presence)`.
    ///   - authorization: an authorization obtained elsewhere for the current connection. It is
    ///     used once; while disconnected, and after a reconnection, the auth method is used.
    /// - Throws: `ChannelsError.channelName` if the name is not valid for such a channel.
    @discardableResult
    public func subscribe(
        _ name: some ChannelNameConvertible, as kind: ChannelKind? = nil,
        authorization: ChannelAuthorization? = nil
    ) throws(ChannelsError) -> Channel {
        let text = name.description
        let channel = if let kind { try ChannelName(kind, text) } else { try ChannelName(text) }
        return self.subscribe(channel, authorization: authorization)
    }

    /// Subscribes to a name that has been checked.
    @discardableResult
    package func subscribe(
        _ channel: ChannelName, authorization: ChannelAuthorization? = nil
    ) -> Channel {
        self.unboundEvents.expect(channel, self.eventReader)
        self.perform(
            self.machine.subscribe(channel, authorization: authorization, at: self.time.now()))
        return Channel(name: channel, client: self)
    }

    /// Repeats a failed or unanswered subscription, with a new authorization. Does nothing if the
    /// channel is not subscribed to.
    package func resubscribe(_ channel: ChannelName) {
        self.perform(self.machine.resubscribe(channel, at: self.time.now()))
    }

    /// Unsubscribes from a channel, and removes its bindings. Does nothing if it is not subscribed.
    public func unsubscribe(_ name: some ChannelNameConvertible) {
        let channel = name.channelName
        var actions = self.machine.unsubscribe(channel, at: self.time.now())
        for binding in self.bindings.inOrder where binding.channel == channel {
            if self.bindings.remove(binding.id) {
                actions.append(.publish(.bindingRemoved(binding.id)))
            }
        }
        self.perform(actions)
    }

    /// Unsubscribes from every channel, and removes their bindings. The connection stays open.
    public func unsubscribeAll() {
        for (channel, _) in self.machine.subscriptions { self.unsubscribe(channel) }
    }

    // MARK: Client events

    /// Queued until the channel is subscribed, and while the limit of events per second is reached.
    /// - Returns: whether it was sent or queued; `.triggered` reports when it is sent.
    /// - Throws: `ChannelsError.clientEvent` with the rule that the event breaks.
    @discardableResult
    package func trigger(
        _ name: EventName, on channel: ChannelName, data: EventData
    ) throws(ChannelsError) -> TriggerOutcome {
        let event = ChannelsEvent(name: name, channel: channel, data: data)
        switch self.machine.trigger(event, at: self.time.now()) {
        case .send(let actions):
            self.perform(actions)
            return .sent
        case .queue(let actions):
            self.perform(actions)
            return .queued
        case .refused(let refusal):
            throw .clientEvent(refusal)
        }
    }

    package var clientEventMeter: ClientEventMeter {
        self.machine.clientEventMeter(at: self.time.now())
    }
}
