public import ChannelsProtocol

/// Handlers, for programs that prefer callbacks to streams. The client itself calls them, in order,
/// possibly on an event loop of SwiftNIO, so they must be quick and must not block.
extension ChannelsClient {
    /// Calls a handler for each event with this name, on all channels.
    ///
    /// Handlers are called in the order of pusher-js: those of the channel before those of the
    /// client; in each group, those for every event before those for a name.
    @discardableResult
    public func bind(
        _ event: some EventNameConvertible,
        handler: @escaping @Sendable (ReceivedEvent) -> Void
    ) -> Binding {
        self.bind(event.eventName, on: nil, handler: handler)
    }

    /// Calls a handler for every event, on all channels. (`bind_global` of pusher-js.)
    @discardableResult
    public func bind(handler: @escaping @Sendable (ReceivedEvent) -> Void) -> Binding {
        self.bind(nil, on: nil, handler: handler)
    }

    /// Calls a handler for each event with this name that the application sends to the signed-in
    /// user. (`user.bind` of pusher-js.)
    @discardableResult
    public func bindUser(
        _ event: some EventNameConvertible,
        handler: @escaping @Sendable (ReceivedEvent) -> Void
    ) -> Binding {
        self.bindUser(event.eventName as EventName?, handler: handler)
    }

    /// Calls a handler for everything that the application sends to the signed-in user.
    /// (`user.bind_global` of pusher-js.)
    @discardableResult
    public func bindUser(handler: @escaping @Sendable (ReceivedEvent) -> Void) -> Binding {
        self.bindUser(nil as EventName?, handler: handler)
    }

    /// Removes a binding. Does nothing if there is none with this id.
    public func unbind(_ id: BindingID) {
        guard self.bindings.remove(id) else { return }
        self.perform([.publish(.bindingRemoved(id))])
    }

    /// Removes the client's bindings to an event; bindings of channels and for the user are kept.
    public func unbindAll(_ event: some EventNameConvertible) {
        self.unbindAll(event.eventName, at: nil)
    }

    /// Removes all of the client's bindings; bindings of channels and for the user are kept.
    public func unbindAll() { self.unbindAll(nil, at: nil) }

    // MARK: Internal

    /// The bindings in the order of their creation.
    package var allBindings: [Binding] { self.bindings.inOrder }

    /// Creates a binding. Without a handler it only counts.
    ///
    /// - Parameters:
    ///   - event: the name; `nil` for every event.
    ///   - channel: the channel to listen on; `nil` for all channels.
    @discardableResult
    package func bind(
        _ event: EventName?, on channel: ChannelName? = nil,
        handler: (@Sendable (ReceivedEvent) -> Void)? = nil
    ) -> Binding {
        self.addBinding(
            event, on: channel, listener: handler.map { .handler($0) } ?? Bindings.Listener.none)
    }

    /// Creates a binding for the signed-in user. Without a handler it only counts.
    ///
    /// - Parameter event: the name; `nil` for every event.
    @discardableResult
    package func bindUser(
        _ event: EventName?, handler: (@Sendable (ReceivedEvent) -> Void)? = nil
    ) -> Binding {
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
    ) -> Binding {
        let binding = self.bindings.add(
            event, on: channel, isForUser: isForUser, listener: listener)
        self.perform([.publish(.bindingChanged(binding))])
        return binding
    }
}
