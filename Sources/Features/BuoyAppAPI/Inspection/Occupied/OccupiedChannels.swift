package import ChannelsProtocol

/// The occupied channels of the app, as listings of the HTTP API show them one after the other.
///
/// A channel that is no longer listed stays for a while, marked, so that a person can see that it
/// vanished.
package struct OccupiedChannels: Hashable, Sendable {
    /// A channel with what the last listings said of it.
    package struct Row: Hashable, Sendable {
        let name: ChannelName
        /// The number of users of a presence channel; `nil` if it is unknown.
        fileprivate(set) var users: Int?
        /// The number of subscribed connections; `nil` if it is unknown.
        fileprivate(set) var subscriptions: Int?
        /// When it was first listed, since it last appeared.
        package fileprivate(set) var firstSeen: Timestamp
        /// Whether it appeared after the first listing, so that `firstSeen` is when it appeared.
        package fileprivate(set) var didAppear: Bool
        /// When it was last listed.
        package fileprivate(set) var lastSeen: Timestamp
        /// When it was first missing in a listing; `nil` while it is listed.
        package fileprivate(set) var vanished: Timestamp?
        fileprivate var round: Int

        /// The number to show: users of a presence channel, otherwise subscriptions.
        package var population: Int? { self.users ?? self.subscriptions }
        var isOccupied: Bool { self.vanished == nil }
    }

    /// What changed with a listing.
    package struct Changes: Hashable, Sendable {
        package var appeared: [ChannelName] = []
        package var vanished: [ChannelName] = []
    }

    package private(set) var rows: [ChannelName: Row] = [:]
    /// The number of rows that are occupied.
    package private(set) var count = 0
    /// How many appeared and vanished since the first listing.
    package private(set) var appeared = 0
    package private(set) var vanished = 0
    /// When the newest listing was requested; `nil` before the first.
    package private(set) var listedAt: Timestamp?
    /// Changes whenever rows were added or removed, vanished or returned.
    package private(set) var generation = 0
    /// Changes with every listing, because counts may have changed.
    private(set) var round = 0
    /// The vanished channels, the earliest first. A channel may have returned meanwhile.
    private var departed: [Departure] = []

    private struct Departure: Hashable {
        let name: ChannelName
        let time: Timestamp
    }

    /// How long a vanished channel is shown.
    static let remembered = Duration.seconds(30)
    /// The maximum number of vanished channels that are shown, so that the others are not lost
    /// among them.
    package static let mostVanished = 50

    package init() {}

    /// Takes over a complete listing.
    /// - Parameter time: when it was requested.
    package mutating func listed(_ channels: [ListedChannel], at time: Timestamp) -> Changes {
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

    /// - Returns: whether the channel was not listed before.
    private mutating func update(
        _ channel: ListedChannel, at time: Timestamp, isFirst: Bool
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

    /// Removes the channels that vanished long enough ago, and the earliest of too many.
    package mutating func forget(at now: Timestamp) {
        let excess = self.departed.count - Self.mostVanished
        let late = self.departed.prefix { now.duration(since: $0.time) >= Self.remembered }
        let over = self.departed.prefix(max(late.count, excess))
        guard !over.isEmpty else { return }
        for departure in over { self.rows[departure.name] = nil }
        self.departed.removeFirst(over.count)
        self.generation &+= 1
    }
}
