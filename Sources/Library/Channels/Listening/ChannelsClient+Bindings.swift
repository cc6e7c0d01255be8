public import ChannelsProtocol

extension ChannelsClient {
    /// Removes a binding, whose handler is not called again. Does nothing if it was removed before.
    public func unbind(_ binding: EventBinding) { self.unbind(binding.id) }

    package func unbind(_ id: BindingID) {
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

    /// Without a handler, events are only counted.
    @discardableResult
    package func bind(
        _ event: EventName?, on channel: ChannelName? = nil, isForUser: Bool = false,
        handler: (@Sendable (ReceivedEvent) async -> Void)? = nil
    ) -> EventBinding {
        let interest = EventInterest(name: event, channel: channel, isForUser: isForUser)
        let binding = self.bindings.add(
            event, on: channel, isForUser: isForUser,
            lease: handler.map { self.serve(self.events(interest), with: $0) })
        self.perform([.publish(.bindingChanged(binding))])
        return binding
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
}
