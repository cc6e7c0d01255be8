public import ChannelsProtocol

/// Handlers, for programs that prefer callbacks to streams.
///
/// Synchronous handlers are called directly and in order, possibly on a SwiftNIO event loop, so
/// they must not block. The order is that of pusher-js: channel bindings before client bindings
/// and, within each group, catch-all bindings before named ones.
///
/// Async and main-actor handlers get one event at a time in a child task of `run()`. Up to a
/// million events can wait; beyond that, the oldest are skipped, and counted in
/// `skippedBefore`.
extension ChannelsClient {
    /// Calls a handler for each event with this name, on all channels. (`bind` in pusher-js.)
    ///
    /// The client calls it directly and in order, possibly on an event loop, so it must be
    /// quick and must not block. Channel bindings come before client bindings, and catch-all
    /// bindings before named ones, as in pusher-js. For anything that waits, pass an async
    /// handler or read `events(_:)`.
    ///
    /// - Returns: the binding, whose `id` removes it.
    @discardableResult
    public func bind(
        _ event: some EventNameConvertible,
        handler: @escaping @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bind(event.eventName, on: nil, handler: handler)
    }

    /// Calls an async handler for each event with this name, on all channels: one event at a
    /// time, in a child task of `run()`. Up to a million events can wait for it; beyond that,
    /// the oldest are skipped, and counted in `ReceivedEvent.skippedBefore`.
    ///
    /// - Returns: the binding, whose `id` removes it.
    @discardableResult
    public func bind(
        _ event: some EventNameConvertible,
        handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) -> EventBinding {
        self.bind(event.eventName, awaiting: handler)
    }

    /// Calls a handler on the main actor for each event with this name, on all channels: one
    /// event at a time, for code that updates a user interface. It queues like an async
    /// handler.
    ///
    /// - Returns: the binding, whose `id` removes it.
    @discardableResult
    public func bind(
        _ event: some EventNameConvertible,
        on actor: MainActor = .shared,
        handler: @escaping @MainActor @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bind(event.eventName) { await handler($0) }
    }

    /// Calls a handler for every event, on all channels. (`bind_global` in pusher-js.) The
    /// client calls it directly, so it must be quick and must not block.
    ///
    /// - Returns: the binding, whose `id` removes it.
    @discardableResult
    public func bind(
        handler: @escaping @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bind(nil, on: nil, handler: handler)
    }

    /// Calls an async handler for every event, on all channels: one event at a time, in a child
    /// task of `run()`. Up to a million events can wait for it.
    ///
    /// - Returns: the binding, whose `id` removes it.
    @discardableResult
    public func bind(
        handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) -> EventBinding {
        self.bind(nil, awaiting: handler)
    }

    /// Calls a handler on the main actor for every event, on all channels: one event at a time.
    ///
    /// - Returns: the binding, whose `id` removes it.
    @discardableResult
    public func bind(
        on actor: MainActor = .shared,
        handler: @escaping @MainActor @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bind { await handler($0) }
    }

    /// Calls a handler for each event with this name that the application sends to the
    /// signed-in user. (`user.bind` in pusher-js.) The client calls it directly, so it must be
    /// quick and must not block.
    ///
    /// - Returns: the binding, whose `id` removes it.
    @discardableResult
    public func bindUser(
        _ event: some EventNameConvertible,
        handler: @escaping @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bindUser(event.eventName as EventName?, handler: handler)
    }

    /// Calls an async handler for each event with this name that the application sends to the
    /// signed-in user: one event at a time, in a child task of `run()`.
    ///
    /// - Returns: the binding, whose `id` removes it.
    @discardableResult
    public func bindUser(
        _ event: some EventNameConvertible,
        handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) -> EventBinding {
        self.bind(event.eventName, isForUser: true, awaiting: handler)
    }

    /// Calls a handler on the main actor for each event with this name that the application
    /// sends to the signed-in user: one event at a time.
    ///
    /// - Returns: the binding, whose `id` removes it.
    @discardableResult
    public func bindUser(
        _ event: some EventNameConvertible,
        on actor: MainActor = .shared,
        handler: @escaping @MainActor @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bindUser(event.eventName) { await handler($0) }
    }

    /// Calls a handler for everything that the application sends to the signed-in user.
    /// (`user.bind_global` in pusher-js.) The client calls it directly, so it must be quick and
    /// must not block.
    ///
    /// - Returns: the binding, whose `id` removes it.
    @discardableResult
    public func bindUser(
        handler: @escaping @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bindUser(nil as EventName?, handler: handler)
    }

    /// Calls an async handler for everything that the application sends to the signed-in user:
    /// one event at a time, in a child task of `run()`.
    ///
    /// - Returns: the binding, whose `id` removes it.
    @discardableResult
    public func bindUser(
        handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) -> EventBinding {
        self.bind(nil, isForUser: true, awaiting: handler)
    }

    /// Calls a handler on the main actor for everything that the application sends to the
    /// signed-in user: one event at a time.
    ///
    /// - Returns: the binding, whose `id` removes it.
    @discardableResult
    public func bindUser(
        on actor: MainActor = .shared,
        handler: @escaping @MainActor @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bindUser { await handler($0) }
    }
}

extension ChannelsClient.Channel {
    /// Calls a handler for each event with this name on the channel. The client calls it
    /// directly and in order, possibly on an event loop, so it must be quick and must not
    /// block.
    ///
    /// The binding is kept across reconnections, and removed by ``unsubscribe()``.
    ///
    /// - Returns: the binding, whose `id` removes it.
    @discardableResult
    public func bind(
        _ event: some EventNameConvertible,
        handler: @escaping @Sendable (ReceivedEvent) -> Void
    ) async -> EventBinding {
        await self.client?.bind(event.eventName, on: self.name, handler: handler) ?? self.noBinding
    }

    /// Calls an async handler for each event with this name on the channel: one event at a
    /// time, in a child task of `run()`. Up to a million events can wait for it.
    ///
    /// - Returns: the binding, whose `id` removes it.
    @discardableResult
    public func bind(
        _ event: some EventNameConvertible,
        handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) async -> EventBinding {
        await self.client?.bind(event.eventName, on: self.name, awaiting: handler) ?? self.noBinding
    }

    /// Calls a handler on the main actor for each event with this name on the channel: one
    /// event at a time.
    ///
    /// - Returns: the binding, whose `id` removes it.
    @discardableResult
    public func bind(
        _ event: some EventNameConvertible,
        on actor: MainActor = .shared,
        handler: @escaping @MainActor @Sendable (ReceivedEvent) -> Void
    ) async -> EventBinding {
        await self.bind(event) { await handler($0) }
    }

    /// Calls a handler for every event on the channel, including protocol events such as
    /// `pusher:member_added`. (`bind_global` in pusher-js.) The client calls it directly, so it
    /// must be quick and must not block.
    ///
    /// - Returns: the binding, whose `id` removes it.
    @discardableResult
    public func bind(
        handler: @escaping @Sendable (ReceivedEvent) -> Void
    ) async -> EventBinding {
        await self.client?.bind(nil, on: self.name, handler: handler) ?? self.noBinding
    }

    /// Calls an async handler for every event on the channel: one event at a time, in a child
    /// task of `run()`.
    ///
    /// - Returns: the binding, whose `id` removes it.
    @discardableResult
    public func bind(
        handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) async -> EventBinding {
        await self.client?.bind(nil, on: self.name, awaiting: handler) ?? self.noBinding
    }

    /// Calls a handler on the main actor for every event on the channel: one event at a time.
    ///
    /// - Returns: the binding, whose `id` removes it.
    @discardableResult
    public func bind(
        on actor: MainActor = .shared,
        handler: @escaping @MainActor @Sendable (ReceivedEvent) -> Void
    ) async -> EventBinding {
        await self.bind { await handler($0) }
    }

    @discardableResult
    package func bind(_ event: EventName? = nil) async -> EventBinding {
        await self.client?.bind(event, on: self.name) ?? self.noBinding
    }

    private var noBinding: EventBinding {
        EventBinding(id: BindingID(0), event: nil, channel: self.name)
    }
}
