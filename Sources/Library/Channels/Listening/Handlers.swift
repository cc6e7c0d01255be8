public import ChannelsProtocol

/// Handlers, for programs that prefer callbacks to streams.
///
/// The client itself calls those that do not wait, in order, possibly on an event loop of SwiftNIO,
/// so they must be quick and must not block. They are called in the order of pusher-js: those of
/// the channel before those of the client; in each group, those for every event before those for a
/// name.
///
/// One that waits (`async`, or on the main actor) is called by its own task, which is a child
/// of `run()`: one event after the other. Meanwhile up to a million events wait for it; then the
/// oldest are dropped, and counted in `skippedBefore`.
extension ChannelsClient {
    /// Calls a handler for each event with this name, on all channels.
    @discardableResult
    public func bind(
        _ event: some EventNameConvertible,
        handler: @escaping @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bind(event.eventName, on: nil, handler: handler)
    }

    /// The same with an async handler.
    @discardableResult
    public func bind(
        _ event: some EventNameConvertible,
        handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) -> EventBinding {
        self.bind(event.eventName, awaiting: handler)
    }

    /// The same with a handler on the main actor.
    @discardableResult
    public func bind(
        _ event: some EventNameConvertible,
        on actor: MainActor = .shared,
        handler: @escaping @MainActor @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bind(event.eventName) { await handler($0) }
    }

    /// Calls a handler for every event, on all channels. (`bind_global` of pusher-js.)
    @discardableResult
    public func bind(
        handler: @escaping @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bind(nil, on: nil, handler: handler)
    }

    /// The same with an async handler.
    @discardableResult
    public func bind(
        handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) -> EventBinding {
        self.bind(nil, awaiting: handler)
    }

    /// The same with a handler on the main actor.
    @discardableResult
    public func bind(
        on actor: MainActor = .shared,
        handler: @escaping @MainActor @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bind { await handler($0) }
    }

    /// Calls a handler for each event with this name that the application sends to the signed-in
    /// user. (`user.bind` of pusher-js.)
    @discardableResult
    public func bindUser(
        _ event: some EventNameConvertible,
        handler: @escaping @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bindUser(event.eventName as EventName?, handler: handler)
    }

    /// The same with an async handler.
    @discardableResult
    public func bindUser(
        _ event: some EventNameConvertible,
        handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) -> EventBinding {
        self.bind(event.eventName, isForUser: true, awaiting: handler)
    }

    /// The same with a handler on the main actor.
    @discardableResult
    public func bindUser(
        _ event: some EventNameConvertible,
        on actor: MainActor = .shared,
        handler: @escaping @MainActor @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bindUser(event.eventName) { await handler($0) }
    }

    /// Calls a handler for everything that the application sends to the signed-in user.
    /// (`user.bind_global` of pusher-js.)
    @discardableResult
    public func bindUser(
        handler: @escaping @Sendable (ReceivedEvent) -> Void
    ) -> EventBinding {
        self.bindUser(nil as EventName?, handler: handler)
    }

    /// The same with an async handler.
    @discardableResult
    public func bindUser(
        handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) -> EventBinding {
        self.bind(nil, isForUser: true, awaiting: handler)
    }

    /// The same with a handler on the main actor.
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

    /// The same with an async handler.
    @discardableResult
    public func bind(
        _ event: some EventNameConvertible,
        handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) async -> EventBinding {
        await self.client?.bind(event.eventName, on: self.name, awaiting: handler) ?? self.noBinding
    }

    /// The same with a handler on the main actor.
    @discardableResult
    public func bind(
        _ event: some EventNameConvertible,
        on actor: MainActor = .shared,
        handler: @escaping @MainActor @Sendable (ReceivedEvent) -> Void
    ) async -> EventBinding {
        await self.bind(event) { await handler($0) }
    }

    /// Calls a handler for every event. (`bind_global` of pusher-js.)
    @discardableResult
    public func bind(
        handler: @escaping @Sendable (ReceivedEvent) -> Void
    ) async -> EventBinding {
        await self.client?.bind(nil, on: self.name, handler: handler) ?? self.noBinding
    }

    /// The same with an async handler.
    @discardableResult
    public func bind(
        handler: @escaping @Sendable (ReceivedEvent) async -> Void
    ) async -> EventBinding {
        await self.client?.bind(nil, on: self.name, awaiting: handler) ?? self.noBinding
    }

    /// The same with a handler on the main actor.
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
