package import ChannelsProtocol

/// What the HTTP API tells about a channel.
package struct ChannelStatus: Hashable, Sendable {
    /// Whether anybody is on it, bots included.
    package var isOccupied: Bool
    /// Users, on a presence channel.
    package var userCount: Int
    /// Connections, and bots on a presence channel.
    package var subscriptionCount: Int
    /// The last event's data and how long it will still be remembered, on a cache channel.
    package var cached: (data: EventData, timeToLive: Duration)? {
        self.cachedEvent.map { ($0.event.data, $0.expiry - self.time) }
    }

    var cachedEvent: CachedEvent?
    var time: Duration
}

extension SandboxHub {
    /// How many clients are connected.
    package var connectionCount: Int { self.connections.count }

    /// Whether a connection was opened, and neither closed nor forgotten since.
    package func isConnected(_ id: ConnectionID) -> Bool { self.connections[id] != nil }

    /// The channels that somebody is on, by name.
    package func occupiedChannels(withPrefix prefix: String) -> [ChannelName] {
        self.channels.filter { name, channel in
            channel.isOccupied && !name.isServerToUser
                && name.text.utf8.starts(with: prefix.utf8)
        }.keys.sorted()
    }

    /// How a channel is doing; one that nobody knows is empty.
    package func status(of name: ChannelName, at now: Duration) -> ChannelStatus {
        let channel = self.channels[name] ?? HubChannel()
        let subscriptions =
            name.kind.hasMembers ? channel.members.holders : channel.subscribers.count
        return ChannelStatus(
            isOccupied: channel.isOccupied, userCount: channel.members.count,
            subscriptionCount: subscriptions,
            cachedEvent: channel.cached.flatMap { now < $0.expiry ? $0 : nil }, time: now)
    }

    /// The users of a presence channel, in the order in which they joined.
    package func members(of name: ChannelName) -> [Member] {
        self.channels[name]?.members.members ?? []
    }
}
