public import ChannelsProtocol

/// A channel of a client: its name, and the calls that concern it. A value without a state of its
/// own, so that it may be kept, copied and compared; what it tells is asked of the client.
///
/// ```swift
/// let lobby = try await client.subscribe("presence-lobby")
/// await lobby.bind("client-typing") { event in print(event.userID?.text ?? "?") }
/// try await lobby.trigger("client-typing", data: EventData(json: .object([])))
/// ```
public struct Channel: Sendable {
    public let name: ChannelName
    let client: ChannelsClient

    /// What its prefix makes it.
    public var kind: ChannelKind { self.name.kind }

    /// Where the subscription stands; `nil` when the channel is not subscribed to, or was given up.
    public var state: SubscriptionState? {
        get async { await self.client.state(of: self.name) }
    }

    /// Whether the server has confirmed the subscription on the present connection.
    public var isSubscribed: Bool {
        get async { await self.state == .subscribed }
    }

    /// The members of a presence channel, stale while there is no connection; `nil` before the
    /// first subscription, and on other channels.
    public var members: Members? {
        get async { await self.client.members(of: self.name) }
    }

    /// The member that this client is; `nil` when the server did not list it.
    public var me: Member? {
        get async { await self.members?.myself }
    }

    /// How many connections are subscribed, where the application has that switched on; `nil` when
    /// the server has not said.
    public var subscriptionCount: Int? {
        get async { await self.client.subscriptionCount(of: self.name) }
    }

    /// How many events came on it that no binding was told about.
    public var unboundEventCount: Int {
        get async { await self.client.unboundEventCount(on: self.name) }
    }

    /// The bindings on it, in the order they were made.
    public var bindings: [Binding] {
        get async { await self.client.allBindings.filter { $0.channel == self.name } }
    }

    /// Asks to be told about events on it.
    ///
    /// - Parameters:
    ///   - event: the name; `nil` is every event.
    ///   - handler: called for each, in order, by the client itself: it must be quick, and it may not
    ///     wait.
    @discardableResult
    public func bind(
        _ event: EventName? = nil, handler: (@Sendable (ReceivedEvent) -> Void)? = nil
    ) async -> Binding {
        await self.client.bind(event, on: self.name, handler: handler)
    }

    /// A binding that is read. See `ChannelsClient.boundEvents`.
    public func boundEvents(_ event: EventName? = nil, limit: Int = 1000) async -> BoundEvents {
        await self.client.boundEvents(event, on: self.name, limit: limit)
    }

    /// Takes a binding away.
    public func unbind(_ id: BindingID) async {
        await self.client.unbind(id)
    }

    /// Takes away every binding on it; with an event, only those to that event.
    public func unbindAll(_ event: EventName? = nil) async {
        await self.client.unbindAll(event, on: self.name)
    }

    /// Sends a client event to the other subscribers. See `ChannelsClient.trigger`.
    ///
    /// - Throws: `ChannelsError.clientEvent` with the rule that the event breaks.
    @discardableResult
    public func trigger(
        _ event: EventName, data: EventData
    ) async throws(ChannelsError) -> TriggerOutcome {
        try await self.client.trigger(event, on: self.name, data: data)
    }

    /// Tries a subscription that failed or that waits for too long again, properly.
    public func resubscribe() async {
        await self.client.resubscribe(self.name)
    }

    /// Gives the channel up. Its bindings go with it.
    public func unsubscribe() async {
        await self.client.unsubscribe(self.name)
    }
}

extension Channel: Hashable {
    /// Whether they are the same channel of the same client.
    public static func == (left: Channel, right: Channel) -> Bool {
        left.name == right.name && left.client === right.client
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(self.name)
        hasher.combine(ObjectIdentifier(self.client))
    }
}

extension Channel: CustomStringConvertible {
    /// The name.
    public var description: String { self.name.text }
}
