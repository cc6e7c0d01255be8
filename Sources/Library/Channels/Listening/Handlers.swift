public import ChannelsProtocol

/// Handlers, for programs that prefer callbacks to streams.
///
/// A handler gets one event at a time, in the order of the connection, in a child task of
/// `run()`, on the actor that it was written in: a closure in a `@MainActor` type can change that
/// type's properties. It may wait. Up to a million events can wait for each handler; beyond that,
/// the oldest are skipped, and counted in `ReceivedEvent.skippedBefore`. Handlers do not wait for
/// each other.
extension ChannelsClient {
    /// Calls a handler for each event with this name, on all channels. (`bind` in pusher-js.)
    ///
    /// - Parameters:
    ///   - event: the event name.
    ///   - handler: gets one event at a time; it may wait, and may be isolated to any actor.
    /// - Returns: the binding, to remove the handler with.
    @discardableResult
    public func bind(
        _ event: some EventNameConvertible,
        @_inheritActorContext handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) -> EventBinding {
        self.bind(event.eventName, on: nil, handler: handler)
    }

    /// Calls a handler for every event, on all channels, including protocol events such as
    /// `pusher:member_added`. (`bind_global` in pusher-js.)
    ///
    /// - Parameter handler: gets one event at a time; it may wait, and may be isolated to any
    ///   actor.
    /// - Returns: the binding, to remove the handler with.
    @discardableResult
    public func bind(
        @_inheritActorContext handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) -> EventBinding {
        self.bind(nil, on: nil, handler: handler)
    }

    /// Calls a handler for each event with this name that the application sends to the
    /// signed-in user. (`user.bind` in pusher-js.)
    ///
    /// - Parameters:
    ///   - event: the event name.
    ///   - handler: gets one event at a time; it may wait, and may be isolated to any actor.
    /// - Returns: the binding, to remove the handler with.
    @discardableResult
    public func bindUser(
        _ event: some EventNameConvertible,
        @_inheritActorContext handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) -> EventBinding {
        self.bind(event.eventName, on: nil, isForUser: true, handler: handler)
    }

    /// Calls a handler for everything that the application sends to the signed-in user.
    /// (`user.bind_global` in pusher-js.)
    ///
    /// - Parameter handler: gets one event at a time; it may wait, and may be isolated to any
    ///   actor.
    /// - Returns: the binding, to remove the handler with.
    @discardableResult
    public func bindUser(
        @_inheritActorContext handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) -> EventBinding {
        self.bind(nil, on: nil, isForUser: true, handler: handler)
    }
}

extension ChannelsClient.Channel {
    /// Calls a handler for each event with this name on the channel. The binding is kept across
    /// reconnections, and removed by ``unsubscribe()``.
    ///
    /// - Parameters:
    ///   - event: the event name.
    ///   - handler: gets one event at a time; it may wait, and may be isolated to any actor.
    /// - Returns: the binding, to remove the handler with.
    @discardableResult
    public func bind(
        _ event: some EventNameConvertible,
        @_inheritActorContext handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) async -> EventBinding {
        await self.client?.bind(event.eventName, on: self.name, handler: handler) ?? self.noBinding
    }

    /// Calls a handler for every event on the channel, including protocol events such as
    /// `pusher:member_added`. (`bind_global` in pusher-js.)
    ///
    /// - Parameter handler: gets one event at a time; it may wait, and may be isolated to any
    ///   actor.
    /// - Returns: the binding, to remove the handler with.
    @discardableResult
    public func bind(
        @_inheritActorContext handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) async -> EventBinding {
        await self.client?.bind(nil, on: self.name, handler: handler) ?? self.noBinding
    }

    @discardableResult
    package func bind(_ event: EventName? = nil) async -> EventBinding {
        await self.client?.bind(event, on: self.name) ?? self.noBinding
    }

    private var noBinding: EventBinding {
        EventBinding(id: BindingID(0), event: nil, channel: self.name)
    }
}
