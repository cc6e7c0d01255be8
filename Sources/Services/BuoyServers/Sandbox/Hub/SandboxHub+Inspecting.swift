package import ChannelsProtocol

package struct ChannelStatus: Hashable, Sendable {
    /// Bots count as subscribers.
    var isOccupied: Bool
    var userCount: Int
    /// The number of connections, including bots on a presence channel.
    package var subscriptionCount: Int
    var cached: (data: EventData, timeToLive: Duration)? {
        self.cachedEvent.map { ($0.event.data, $0.expiry - self.time) }
    }

    var cachedEvent: CachedEvent?
    var time: Duration
}

extension SandboxHub {
    var connectionCount: Int { self.connections.count }

    func hasSocket(_ id: SocketID) -> Bool {
        self.connections.values.contains { $0.socketID == id }
    }

    package func isConnected(_ id: ConnectionID) -> Bool { self.connections[id] != nil }

    func occupiedChannels(withPrefix prefix: String) -> [ChannelName] {
        self.channels.filter { name, channel in
            channel.isOccupied && !name.isServerToUser
                && name.text.utf8.starts(with: prefix.utf8)
        }.keys.sorted()
    }

    package func status(of name: ChannelName, at now: Duration) -> ChannelStatus {
        let channel = self.channels[name] ?? HubChannel()
        let subscriptions =
            name.kind.hasMembers ? channel.members.holders : channel.subscribers.count
        return ChannelStatus(
            isOccupied: channel.isOccupied, userCount: channel.members.count,
            subscriptionCount: subscriptions,
            cachedEvent: channel.cached.flatMap { now < $0.expiry ? $0 : nil }, time: now)
    }

    package func members(of name: ChannelName) -> [PresenceMember] {
        self.channels[name]?.members.members ?? []
    }
}
