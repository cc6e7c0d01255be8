public import ChannelsProtocol

extension ChannelsClient {
    // MARK: Looking up

    /// The channels that were subscribed to and not given up, in the order they were asked for.
    public var channels: [Channel] {
        self.machine.subscriptions.filter { $0.state != .unsubscribing }
            .map { Channel(name: $0.channel, client: self) }
    }

    /// The same with their states, and those that were given up before the server had answered.
    public var subscriptions: [(channel: ChannelName, state: SubscriptionState)] {
        self.machine.subscriptions.map { ($0.channel, $0.state) }
    }

    /// A channel by its name; `nil` when it is not subscribed to, or was given up.
    public func channel(_ name: ChannelName) -> Channel? {
        guard let state = self.machine.subscription(to: name), state != .unsubscribing else {
            return nil
        }
        return Channel(name: name, client: self)
    }

    /// Where the subscription to a channel stands; `nil` when there is none.
    public func state(of channel: ChannelName) -> SubscriptionState? {
        self.machine.subscription(to: channel)
    }

    /// The members of a presence channel, stale while there is no connection; `nil` when it has
    /// never been subscribed.
    public func members(of channel: ChannelName) -> Members? {
        self.machine.members(of: channel)
    }

    /// How many connections are subscribed to a channel, where the application has that switched
    /// on; `nil` when the server has not said.
    public func subscriptionCount(of channel: ChannelName) -> Int? {
        self.machine.subscriptionCount(of: channel)
    }

    // MARK: Subscribing

    /// Subscribes to a channel, now or as soon as there is a connection, and again after each
    /// reconnection. Subscribing twice is one subscription; a failed one is tried again.
    ///
    /// - Throws: `ChannelsError.channelName` when the text cannot name a channel.
    @discardableResult
    public func subscribe(_ name: String) throws(ChannelsError) -> Channel {
        self.subscribe(try Self.checked { () throws(ChannelNameError) in try ChannelName(name) })
    }

    /// Subscribes to a channel of a kind; the prefix is put in front of the name, unless it is there:
    /// `subscribe("lobby", as: .presence)` subscribes to `presence-lobby`.
    ///
    /// - Throws: `ChannelsError.channelName` when the text cannot name such a channel.
    @discardableResult
    public func subscribe(_ name: String, as kind: ChannelKind) throws(ChannelsError) -> Channel {
        self.subscribe(
            try Self.checked { () throws(ChannelNameError) in try ChannelName(kind, name) })
    }

    /// Subscribes to a channel whose name has been checked.
    ///
    /// - Parameters:
    ///   - channel: the channel; its prefix says of which kind.
    ///   - authorization: one that was made elsewhere for the present connection. It is used once;
    ///     without a connection, and after a reconnection, the auth method is asked.
    @discardableResult
    public func subscribe(
        _ channel: ChannelName, authorization: ChannelAuthorization? = nil
    ) -> Channel {
        self.perform(
            self.machine.subscribe(channel, authorization: authorization, at: self.time.now()))
        return Channel(name: channel, client: self)
    }

    /// Tries a subscription again that failed, or that the server has not answered: the server is
    /// told to forget it, and asked afresh with a new authorization. Nothing happens when the channel
    /// is not subscribed to.
    public func resubscribe(_ channel: ChannelName) {
        self.perform(self.machine.resubscribe(channel, at: self.time.now()))
    }

    /// Gives a channel up. Its bindings go with it.
    public func unsubscribe(_ channel: ChannelName) {
        var actions = self.machine.unsubscribe(channel, at: self.time.now())
        for binding in self.bindings.inOrder where binding.channel == channel {
            if self.bindings.remove(binding.id) {
                actions.append(.publish(.bindingRemoved(binding.id)))
            }
        }
        self.perform(actions)
    }

    /// Gives every channel up, with their bindings.
    public func unsubscribeAll() {
        for (channel, _) in self.machine.subscriptions { self.unsubscribe(channel) }
    }

    // MARK: Client events

    /// Sends a client event to the other subscribers of a private or presence channel. While the
    /// channel is not subscribed yet, and past the limit of events in a second, it waits.
    ///
    /// - Returns: whether it went out or waits; `.triggered` tells when it has gone.
    /// - Throws: `ChannelsError.clientEvent` with the rule that the event breaks.
    @discardableResult
    public func trigger(
        _ name: EventName, on channel: ChannelName, data: EventData
    ) throws(ChannelsError) -> TriggerOutcome {
        let event = ChannelEvent(name: name, channel: channel, data: data)
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

    /// How many client events went out in the last second, and how many wait.
    public var clientEventMeter: ClientEventMeter {
        self.machine.clientEventMeter(at: self.time.now())
    }

    private static func checked(
        _ name: () throws(ChannelNameError) -> ChannelName
    ) throws(ChannelsError) -> ChannelName {
        do { return try name() } catch { throw .channelName(error) }
    }
}
