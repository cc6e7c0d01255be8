public import ChannelsProtocol

/// Handlers, for programs that prefer callbacks to streams.
///
/// The client calls synchronous handlers directly and in order, possibly on a SwiftNIO event loop,
/// so they must be quick and must not block. They run in the same order as in pusher-js: channel
/// bindings before client bindings and, within each group, catch-all bindings before named ones.
///
/// An async or main-actor handler is called with one event at a time by a separate child task of
/// `run()`. Up to a million events can wait for it; beyond that, the oldest are skipped, and
/// counted in `skippedBefore`.
extension ChannelsClient {
    /// Calls a handler for each event with this name, on all channels.
    @discardableResult
    public func bind(
        _ event: some EventNameConvertible,
        handler: @escaping @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bind(event.eventName, on: nil, handler: handler)
    }

    /// Calls an async handler for each event with this name, on all channels.
    @discardableResult
    public func bind(
        _ event: some EventNameConvertible,
        handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) -> EventBinding {
        self.bind(event.eventName, awaiting: handler)
    }

    /// Calls a handler on the main actor for each event with this name, on all channels.
    @discardableResult
    public func bind(
        _ event: some EventNameConvertible,
        on actor: MainActor = .shared,
        handler: @escaping @MainActor @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bind(event.eventName) { await handler($0) }
    }

    /// Calls a handler for every event, on all channels. (`bind_global` in pusher-js.)
    @discardableResult
    public func bind(
        handler: @escaping @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bind(nil, on: nil, handler: handler)
    }

    /// Calls an async handler for every event, on all channels.
    @discardableResult
    public func bind(
        handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) -> EventBinding {
        self.bind(nil, awaiting: handler)
    }

    /// Calls a handler on the main actor for every event, on all channels.
    @discardableResult
    public func bind(
        on actor: MainActor = .shared,
        handler: @escaping @MainActor @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bind { await handler($0) }
    }

    /// Calls a handler for each event with this name that the application sends to the signed-in
    /// user. (`user.bind` in pusher-js.)
    @discardableResult
    public func bindUser(
        _ event: some EventNameConvertible,
        handler: @escaping @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bindUser(event.eventName as EventName?, handler: handler)
    }

    /// Calls an async handler for each event with this name that the application sends to the
    /// signed-in user.
    @discardableResult
    public func bindUser(
        _ event: some EventNameConvertible,
        handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) -> EventBinding {
        self.bind(event.eventName, isForUser: true, awaiting: handler)
    }

    /// Calls a handler on the main actor for each event with this name that the application sends
    /// to the signed-in user.
    @discardableResult
    public func bindUser(
        _ event: some EventNameConvertible,
        on actor: MainActor = .shared,
        handler: @escaping @MainActor @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bindUser(event.eventName) { await handler($0) }
    }

    /// Calls a handler for everything that the application sends to the signed-in user.
    /// (`user.bind_global` in pusher-js.)
    @discardableResult
    public func bindUser(
        handler: @escaping @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bindUser(nil as EventName?, handler: handler)
    }

    /// Calls an async handler for everything that the application sends to the signed-in user.
    @discardableResult
    public func bindUser(
        handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) -> EventBinding {
        self.bind(nil, isForUser: true, awaiting: handler)
    }

    /// Calls a handler on the main actor for everything that the application sends to the signed-in
    /// user.
    @discardableResult
    public func bindUser(
        on actor: MainActor = .shared,
        handler: @escaping @MainActor @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bindUser { await handler($0) }
    }
}

extension ChannelsClient.Channel {
    /// Calls a handler for each event with this name. See `ChannelsClient.bind`.
    @discardableResult
    public func bind(
        _ event: some EventNameConvertible,
        handler: @escaping @Sendable (ReceivedEvent) -> Void
    ) async -> EventBinding {
        await self.client?.bind(event.eventName, on: self.name, handler: handler) ?? self.noBinding
    }

    /// Calls an async handler for each event with this name.
    @discardableResult
    public func bind(
        _ event: some EventNameConvertible,
        handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) async -> EventBinding {
        await self.client?.bind(event.eventName, on: self.name, awaiting: handler) ?? self.noBinding
    }

    /// Calls a handler on the main actor for each event with this name.
    @discardableResult
    public func bind(
        _ event: some EventNameConvertible,
        on actor: MainActor = .shared,
        handler: @escaping @MainActor @Sendable (ReceivedEvent) -> Void
    ) async -> EventBinding {
        await self.bind(event) { await handler($0) }
    }

    /// Calls a handler for every event. (`bind_global` in pusher-js.)
    @discardableResult
    public func bind(
        handler: @escaping @Sendable (ReceivedEvent) -> Void
    ) async -> EventBinding {
        await self.client?.bind(nil, on: self.name, handler: handler) ?? self.noBinding
    }

    /// Calls an async handler for every event.
    @discardableResult
    public func bind(
        handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) async -> EventBinding {
        await self.client?.bind(nil, on: self.name, awaiting: handler) ?? self.noBinding
    }

    /// Calls a handler on the main actor for every event.
    @discardableResult
    public func bind(
        on actor: MainActor = .shared,
        handler: @escaping @MainActor @Sendable (ReceivedEvent) -> Void
    ) async -> EventBinding {
        await self.bind { await handler($0) }
    }

    /// Creates a binding that only counts; `nil` for every event.
    @discardableResult
    package func bind(_ event: EventName? = nil) async -> EventBinding {
        await self.client?.bind(event, on: self.name) ?? self.noBinding
    }

    /// A binding without a client never receives anything.
    private var noBinding: EventBinding {
        EventBinding(id: BindingID(0), event: nil, channel: self.name)
    }
}
