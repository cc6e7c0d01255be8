public import ChannelsProtocol

extension ChannelsClient {
    /// Removes a binding. Does nothing if the id is unknown.
    public func unbind(_ id: BindingID) {
        guard self.bindings.remove(id) else { return }
        self.routes.forget()
        self.perform([.publish(.bindingRemoved(id))])
    }

    /// Removes the client's bindings to an event; channel and user bindings are kept.
    public func unbindAll(_ event: some EventNameConvertible) {
        self.unbindAll(event.eventName, at: nil)
    }

    /// Removes all of the client's bindings; channel and user bindings are kept.
    public func unbindAll() { self.unbindAll(nil, at: nil) }

    // MARK: Internal

    /// The bindings in the order of their creation.
    package var allBindings: [EventBinding] { self.bindings.inOrder }

    /// Creates a binding. Without a handler it only counts.
    ///
    /// - Parameters:
    ///   - event: the name; `nil` for every event.
    ///   - channel: the channel to listen on; `nil` for all channels.
    @discardableResult
    package func bind(
        _ event: EventName?, on channel: ChannelName? = nil,
        handler: (@Sendable (ReceivedEvent) -> Void)? = nil
    ) -> EventBinding {
        self.addBinding(
            event, on: channel, listener: handler.map { .handler($0) } ?? Bindings.Listener.none)
    }

    /// Creates a binding whose handler may wait. A child task of `run()` calls it.
    func bind(
        _ event: EventName?, on channel: ChannelName? = nil, isForUser: Bool = false,
        awaiting handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) -> EventBinding {
        let interest = EventInterest(name: event, channel: channel, isForUser: isForUser)
        let lease = self.serve(self.events(interest), with: handler)
        return self.addBinding(
            event, on: channel, isForUser: isForUser,
            listener: .handler { _ in withExtendedLifetime(lease) {} })
    }

    /// Creates a binding for the signed-in user. Without a handler it only counts.
    ///
    /// - Parameter event: the name; `nil` for every event.
    @discardableResult
    package func bindUser(
        _ event: EventName?, handler: (@Sendable (ReceivedEvent) -> Void)? = nil
    ) -> EventBinding {
        self.addBinding(
            event, on: nil, isForUser: true,
            listener: handler.map { .handler($0) } ?? Bindings.Listener.none)
    }

    /// Removes every binding of a channel; with an event, only those to that event.
    package func unbindAll(_ event: EventName?, on channel: ChannelName) {
        self.unbindAll(event, at: channel)
    }

    private func unbindAll(_ event: EventName?, at channel: ChannelName?) {
        let matching = self.bindings.inOrder.filter {
            !$0.isForUser && $0.channel == channel && (event == nil || $0.event == event)
        }
        for binding in matching { self.unbind(binding.id) }
    }

    /// Enables or disables a binding. A disabled binding keeps its count.
    package func setBinding(_ id: BindingID, isEnabled: Bool) {
        guard let binding = self.bindings.setEnabled(id, isEnabled) else { return }
        self.perform([.publish(.bindingChanged(binding))])
    }

    /// How many events without a listener arrived on a channel since it was subscribed to.
    package func unboundEventCount(on channel: ChannelName) -> Int {
        self.unboundEvents.settle(self.eventReader)
        return self.unboundEvents[channel]
    }

    private func addBinding(
        _ event: EventName?, on channel: ChannelName?, isForUser: Bool = false,
        listener: Bindings.Listener
    ) -> EventBinding {
        let binding = self.bindings.add(
            event, on: channel, isForUser: isForUser, listener: listener)
        self.perform([.publish(.bindingChanged(binding))])
        return binding
    }
}
