public import ChannelsProtocol

extension ChannelsClient {
    /// The bindings, in the order they were made.
    public var allBindings: [Binding] { self.bindings.inOrder }

    /// Asks to be told about events.
    ///
    /// Handlers are called in the order of pusher-js: those of the channel before those of the
    /// client, and at each place those to every event before those to a name.
    ///
    /// - Parameters:
    ///   - event: the name; `nil` is every event.
    ///   - channel: where to listen; `nil` is everywhere.
    ///   - handler: called for each event, in order, by the client itself: it must be quick, and it
    ///     may not wait. `boundEvents` gives the same to read.
    @discardableResult
    public func bind(
        _ event: EventName? = nil, on channel: ChannelName? = nil,
        handler: (@Sendable (ReceivedEvent) -> Void)? = nil
    ) -> Binding {
        self.addBinding(event, on: channel) { _ in handler.map { .handler($0) } }
    }

    /// Asks to be told about what the application sends to the signed-in user. (`user.bind` of
    /// pusher-js.)
    ///
    /// - Parameters:
    ///   - event: the name; `nil` is every event.
    ///   - handler: called for each, as that of `bind`.
    @discardableResult
    public func bindUser(
        _ event: EventName? = nil, handler: (@Sendable (ReceivedEvent) -> Void)? = nil
    ) -> Binding {
        self.addBinding(event, on: nil, isForUser: true) { _ in handler.map { .handler($0) } }
    }

    /// A binding that is read, one event after the other.
    ///
    /// - Parameters:
    ///   - event: the name; `nil` is every event.
    ///   - channel: where to listen; `nil` is everywhere.
    ///   - limit: how many events may wait for the reader; past it the oldest are dropped and
    ///     counted.
    public func boundEvents(
        _ event: EventName? = nil, on channel: ChannelName? = nil, limit: Int = 1000
    ) -> BoundEvents {
        self.readBinding(event, on: channel, limit: limit)
    }

    /// A binding for the signed-in user that is read: see `bindUser` and `boundEvents`.
    public func boundUserEvents(_ event: EventName? = nil, limit: Int = 1000) -> BoundEvents {
        self.readBinding(event, on: nil, isForUser: true, limit: limit)
    }

    private func readBinding(
        _ event: EventName?, on channel: ChannelName?, isForUser: Bool = false, limit: Int
    ) -> BoundEvents {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ReceivedEvent.self, bufferingPolicy: .bufferingNewest(max(1, limit)))
        let tap = BindingTap(continuation)
        let binding = self.addBinding(event, on: channel, isForUser: isForUser) { _ in .tap(tap) }
        if self.isOver { tap.finish() }
        let work = self.work
        return BoundEvents(binding.id, stream, tap) { work.add(.unbind(binding.id)) }
    }

    /// Takes a binding away. Nothing happens when there is none of this id.
    public func unbind(_ id: BindingID) {
        guard self.bindings.remove(id) else { return }
        self.perform([.publish(.bindingRemoved(id))])
    }

    /// Takes away every binding of a channel, or, with no channel, those that listen everywhere;
    /// with an event, only those to that event. Bindings for the user stay.
    public func unbindAll(_ event: EventName? = nil, on channel: ChannelName? = nil) {
        let matching = self.bindings.inOrder.filter {
            !$0.isForUser && $0.channel == channel && (event == nil || $0.event == event)
        }
        for binding in matching { self.unbind(binding.id) }
    }

    /// Switches a binding on or off. Switched off, it keeps its count.
    public func setBinding(_ id: BindingID, isEnabled: Bool) {
        guard let binding = self.bindings.setEnabled(id, isEnabled) else { return }
        self.perform([.publish(.bindingChanged(binding))])
    }

    /// How many events came on a channel, since it was subscribed to, that no binding was told
    /// about.
    public func unboundEventCount(on channel: ChannelName) -> Int { self.unboundEvents[channel] }

    private func addBinding(
        _ event: EventName?, on channel: ChannelName?, isForUser: Bool = false,
        listener: (BindingID) -> Bindings.Listener?
    ) -> Binding {
        let binding = self.bindings.add(
            event, on: channel, isForUser: isForUser, listener: listener)
        self.perform([.publish(.bindingChanged(binding))])
        return binding
    }
}
