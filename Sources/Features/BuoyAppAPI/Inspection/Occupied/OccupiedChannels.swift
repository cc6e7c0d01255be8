package import ChannelsProtocol

/// The occupied channels, as listed. A vanished one stays marked for a while, to be noticed.
package struct OccupiedChannels: Hashable, Sendable {
    package struct Row: Hashable, Sendable {
        let name: ChannelName
        fileprivate(set) var users: Int?
        fileprivate(set) var subscriptions: Int?
        package fileprivate(set) var firstSeen: ChannelsTimestamp
        package fileprivate(set) var didAppear: Bool
        package fileprivate(set) var lastSeen: ChannelsTimestamp
        package fileprivate(set) var vanished: ChannelsTimestamp?
        fileprivate var round: Int

        package var population: Int? { self.users ?? self.subscriptions }
        var isOccupied: Bool { self.vanished == nil }
    }

    package struct Changes: Hashable, Sendable {
        package var appeared: [ChannelName] = []
        package var vanished: [ChannelName] = []
    }

    package private(set) var rows: [ChannelName: Row] = [:]
    package private(set) var count = 0
    package private(set) var appeared = 0
    package private(set) var vanished = 0
    package private(set) var listedAt: ChannelsTimestamp?
    /// Changes whenever rows are added or removed, vanish or return.
    package private(set) var generation = 0
    /// Changes with every listing, because counts may have changed.
    private(set) var round = 0
    /// The earliest first. A channel may have returned meanwhile.
    private var departed: [Departure] = []

    private struct Departure: Hashable {
        let name: ChannelName
        let time: ChannelsTimestamp
    }

    static let remembered = Duration.seconds(30)
    package static let mostVanished = 50

    package init() {}

    package mutating func listed(_ channels: [ListedChannel], at time: ChannelsTimestamp) -> Changes
    {
        var changes = Changes()
        let isFirst = self.listedAt == nil
        self.listedAt = time
        self.round &+= 1
        for channel in channels where self.rows[channel.name]?.round != self.round {
            if self.update(channel, at: time, isFirst: isFirst) {
                changes.appeared.append(channel.name)
            }
        }
        let present = self.rows.values.count { $0.round == self.round }
        // Most listings contain every known channel, so that nothing needs to be looked for.
        if present < self.count + changes.appeared.count {
            for row in self.rows.values where row.round != self.round && row.isOccupied {
                self.rows[row.name]?.vanished = time
                self.departed.append(Departure(name: row.name, time: time))
                changes.vanished.append(row.name)
            }
            changes.vanished.sort()
        }
        self.count = present
        if !isFirst {
            self.appeared &+= changes.appeared.count
            self.vanished &+= changes.vanished.count
        }
        if !changes.appeared.isEmpty || !changes.vanished.isEmpty { self.generation &+= 1 }
        return changes
    }

    private mutating func update(
        _ channel: ListedChannel, at time: ChannelsTimestamp, isFirst: Bool
    ) -> Bool {
        let former = self.rows[channel.name]
        let isKnown = former?.isOccupied == true
        if former?.isOccupied == false { self.departed.removeAll { $0.name == channel.name } }
        self.rows[channel.name] = Row(
            name: channel.name, users: channel.users, subscriptions: channel.subscriptions,
            firstSeen: isKnown ? former?.firstSeen ?? time : time,
            didAppear: isKnown ? former?.didAppear ?? false : !isFirst, lastSeen: time,
            vanished: nil, round: self.round)
        return !isKnown
    }

    package mutating func forget(at now: ChannelsTimestamp) {
        let excess = self.departed.count - Self.mostVanished
        let late = self.departed.prefix { now.duration(since: $0.time) >= Self.remembered }
        let over = self.departed.prefix(max(late.count, excess))
        guard !over.isEmpty else { return }
        for departure in over { self.rows[departure.name] = nil }
        self.departed.removeFirst(over.count)
        self.generation &+= 1
    }
}
