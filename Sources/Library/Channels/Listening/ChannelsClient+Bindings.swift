public import ChannelsProtocol

extension ChannelsClient {
    /// Removes a binding by the `id` that `bind` returned. Does nothing if the id is unknown.
    public func unbind(_ id: BindingID) {
        guard self.bindings.remove(id) else { return }
        self.routes.forget()
        self.perform([.publish(.bindingRemoved(id))])
    }

    /// Removes the client's bindings to an event; channel and user bindings are kept.
    public func unbindAll(_ event: some EventNameConvertible) {
        self.unbindAll(event.eventName, at: nil)
    }

    /// Removes all of the client's bindings; channel and user bindings, and streams, are kept.
    public func unbindAll() { self.unbindAll(nil, at: nil) }

    // MARK: Internal

    package var allBindings: [EventBinding] { self.bindings.inOrder }

    @discardableResult
    package func bind(
        _ event: EventName?, on channel: ChannelName? = nil,
        handler: (@Sendable (ReceivedEvent) -> Void)? = nil
    ) -> EventBinding {
        self.addBinding(
            event, on: channel, listener: handler.map { .handler($0) } ?? Bindings.Listener.none)
    }

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

    @discardableResult
    package func bindUser(
        _ event: EventName?, handler: (@Sendable (ReceivedEvent) -> Void)? = nil
    ) -> EventBinding {
        self.addBinding(
            event, on: nil, isForUser: true,
            listener: handler.map { .handler($0) } ?? Bindings.Listener.none)
    }

    package func unbindAll(_ event: EventName?, on channel: ChannelName) {
        self.unbindAll(event, at: channel)
    }

    private func unbindAll(_ event: EventName?, at channel: ChannelName?) {
        let matching = self.bindings.inOrder.filter {
            !$0.isForUser && $0.channel == channel && (event == nil || $0.event == event)
        }
        for binding in matching { self.unbind(binding.id) }
    }

    package func setBinding(_ id: BindingID, isEnabled: Bool) {
        guard let binding = self.bindings.setEnabled(id, isEnabled) else { return }
        self.perform([.publish(.bindingChanged(binding))])
    }

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
