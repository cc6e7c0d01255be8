package import ChannelsProtocol

/// The status of a channel for the HTTP API.
package struct ChannelStatus: Hashable, Sendable {
    /// Whether anybody is subscribed, including bots.
    var isOccupied: Bool
    /// The number of users of a presence channel.
    var userCount: Int
    /// The number of connections, including bots on a presence channel.
    package var subscriptionCount: Int
    /// The data of the last event of a cache channel, and how long it will be kept.
    var cached: (data: EventData, timeToLive: Duration)? {
        self.cachedEvent.map { ($0.event.data, $0.expiry - self.time) }
    }

    var cachedEvent: CachedEvent?
    var time: Duration
}

extension SandboxHub {
    /// The number of connected clients.
    var connectionCount: Int { self.connections.count }

    /// Whether this is the id of an open connection.
    func hasSocket(_ id: SocketID) -> Bool {
        self.connections.values.contains { $0.socketID == id }
    }

    /// Whether a connection is open.
    package func isConnected(_ id: ConnectionID) -> Bool { self.connections[id] != nil }

    /// The occupied channels, by name.
    func occupiedChannels(withPrefix prefix: String) -> [ChannelName] {
        self.channels.filter { name, channel in
            channel.isOccupied && !name.isServerToUser
                && name.text.utf8.starts(with: prefix.utf8)
        }.keys.sorted()
    }

    /// The status of a channel; an unknown channel is empty.
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
