public import ChannelsProtocol

extension ChannelsClient {
    /// A client's channel: its name and the calls on it. It is a stateless value that you can
    /// store, copy and compare. Its properties query the client, which it does not keep alive: once
    /// the client is released, the channel has no state and no members.
    ///
    /// ```swift
    /// let lobby = try await client.subscribe("lobby", as: .presence)
    /// try await lobby.subscribed()
    /// try await lobby.trigger("client-typing", data: ["typing": true])
    /// ```
    public struct Channel: Sendable {
        /// The name, with its prefix, as sent over the connection.
        public let name: ChannelName
        /// A handler that captures a channel must not keep its client alive.
        private(set) weak var client: ChannelsClient?
        let broadcaster: EventBroadcaster

        init(name: ChannelName, client: ChannelsClient) {
            self.name = name
            self.client = client
            self.broadcaster = client.broadcaster
        }
    }
}

extension ChannelsClient.Channel {
    /// The kind, determined by the prefix.
    public var kind: ChannelKind { self.name.kind }

    /// The state of the subscription; `nil` if the channel was never subscribed, or was
    /// unsubscribed. To wait for the server's answer, call ``subscribed()``.
    public var state: SubscriptionState? {
        get async { await self.client?.state(of: self.name) }
    }

    /// Whether the server has confirmed the subscription on the current connection.
    public var isSubscribed: Bool {
        get async { await self.state == .subscribed }
    }

    /// The members of a presence channel, which may be out of date while disconnected; `nil` before
    /// the first subscription, and on other channels.
    public var members: PresenceMembers? {
        get async { await self.client?.members(of: self.name) }
    }

    /// This client's own member; `nil` if the server did not list it.
    public var me: PresenceMember? {
        get async { await self.members?.myself }
    }

    /// The number of subscribed connections, if the application has subscription counting enabled;
    /// `nil` if the server has not reported it.
    public var subscriptionCount: Int? {
        get async { await self.client?.subscriptionCount(of: self.name) }
    }

    package var unboundCount: Int {
        get async { await self.client?.unboundEventCount(on: self.name) ?? 0 }
    }

    /// Removes a binding, whose handler is not called again. Does nothing if it was removed before.
    public func unbind(_ binding: EventBinding) async {
        await self.client?.unbind(binding)
    }

    /// Removes the channel's bindings to an event. Catch-all bindings and streams are kept.
    public func unbindAll(_ event: some EventNameConvertible) async {
        await self.client?.unbindAll(event.eventName, on: self.name)
    }

    /// Removes all of the channel's bindings. Streams are kept.
    public func unbindAll() async {
        await self.client?.unbindAll(nil, on: self.name)
    }

    /// Retries a failed or unanswered subscription: unsubscribes, then subscribes again with a new
    /// authorization.
    public func resubscribe() async {
        await self.client?.resubscribe(self.name)
    }

    /// Unsubscribes, and removes the channel's bindings. Streams stay open, and continue when the
    /// channel is subscribed again.
    public func unsubscribe() async {
        await self.client?.unsubscribe(self.name)
    }
}

extension ChannelsClient.Channel: ComparedContent {
    package func hasContent(of other: Self) -> Bool {
        self.broadcaster === other.broadcaster && self.name == other.name
    }

    package func hashContent(into hasher: inout Hasher) {
        hasher.combine(self.name)
        hasher.combine(ObjectIdentifier(self.broadcaster))
    }
}

extension ChannelsClient.Channel: Printed {
    package var printed: String { self.name.text }
}
