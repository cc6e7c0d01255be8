import ChannelsBasics
package import ChannelsProtocol
import OrderedCollections

/// Subscribes to every occupied channel whose name matches a pattern, and unsubscribes when nobody
/// else is left on it, because a subscription of our own keeps a channel occupied.
///
/// Channels that the user subscribed to or unsubscribed from are left alone.
package struct ChannelWatch: Hashable, Sendable {
    private struct Joined: Hashable {
        var aloneSince: ChannelsTimestamp?
        /// Including this client; `nil` if it is not known.
        var count: Int?
        var isLeaving = false
    }

    /// As typed, in the order of watching.
    private(set) var patterns: OrderedDictionary<String, Wildcard> = [:]
    private var joined: [ChannelName: Joined] = [:]
    private var declined: OrderedSet<ChannelName> = []
    private var left: [ChannelName: ChannelsTimestamp] = [:]
    package private(set) var total = 0
    package private(set) var skipped = 0

    /// The maximum number of channels subscribed at the same time; the sandbox and other servers
    /// allow about 1,000 on a connection.
    package static let limit = 500
    /// How long this client must be alone on a channel. Servers report that a channel is vacated
    /// after up to three seconds, because a client may only be reconnecting.
    static let grace = Duration.seconds(3)
    private static let declinedLimit = 1000
    /// How long it is remembered that a channel was left; longer than a request takes.
    private static let memory = Duration.seconds(60)

    package init() {}

    package var isActive: Bool { !self.patterns.isEmpty }
    package var count: Int { self.joined.count }

    // MARK: Requests of the user

    package mutating func watch(_ pattern: String) -> Bool {
        guard self.patterns[pattern] == nil else { return false }
        self.patterns[pattern] = Wildcard(pattern)
        // Watched again, so that an earlier choice may be reconsidered.
        let wildcard = Wildcard(pattern)
        self.declined.removeAll { wildcard.matches($0.text) }
        return true
    }

    /// Channels stay subscribed, as the user's own.
    package mutating func unwatch(_ pattern: String?) -> Bool {
        let before = self.patterns.count
        if let pattern { self.patterns[pattern] = nil } else { self.patterns = [:] }
        let remaining = self.patterns.values
        self.joined = self.joined.filter { name, _ in
            remaining.contains { $0.matches(name.text) }
        }
        if self.patterns.isEmpty { self.skipped = 0 }
        return self.patterns.count < before
    }

    // MARK: Reports

    package func isOwn(_ name: ChannelName) -> Bool {
        self.joined[name] != nil || self.left[name] != nil
    }

    /// - Parameter time: when the listing was requested; this client may have left a channel since.
    package mutating func occupied(
        _ channels: some Sequence<ChannelName>, at time: ChannelsTimestamp,
        isListed: (ChannelName) -> Bool
    ) -> [ChannelName] {
        guard self.isActive else { return [] }
        self.skipped = 0
        var wanted: [ChannelName] = []
        for name in channels {
            guard self.joined[name] == nil, self.isMatch(name), !self.declined.contains(name),
                !isListed(name), self.left[name].map({ $0 < time }) ?? true
            else { continue }
            guard self.joined.count < Self.limit else {
                self.skipped += 1
                continue
            }
            self.joined[name] = Joined()
            self.total &+= 1
            wanted.append(name)
        }
        return wanted
    }

    private func isMatch(_ name: ChannelName) -> Bool {
        self.patterns.values.contains { $0.matches(name.text) }
    }

    /// - Parameter count: including this client.
    package mutating func counted(_ name: ChannelName, _ count: Int, at time: ChannelsTimestamp) {
        guard var joined = self.joined[name], !joined.isLeaving else { return }
        joined.count = count
        joined.aloneSince = count > 1 ? nil : joined.aloneSince ?? time
        self.joined[name] = joined
    }

    /// - Parameter change: 1 for a member who joined, -1 for one who left.
    package mutating func changed(_ name: ChannelName, by change: Int, at time: ChannelsTimestamp) {
        guard let count = self.joined[name]?.count else { return }
        self.counted(name, count + change, at: time)
    }

    package mutating func unsubscribed(_ name: ChannelName, at time: ChannelsTimestamp) {
        let joined = self.joined.removeValue(forKey: name)
        if joined?.isLeaving == true { self.left[name] = time }
        guard joined?.isLeaving != true, joined != nil || self.isMatch(name) else { return }
        self.declined.append(name)
        if self.declined.count > Self.declinedLimit { self.declined.removeFirst() }
    }

    /// The user's request ends an earlier refusal.
    package mutating func requested(_ name: ChannelName) {
        if self.joined[name] == nil { self.declined.remove(name) }
    }

    package mutating func timePassed(_ now: ChannelsTimestamp) -> [ChannelName] {
        if !self.left.isEmpty {
            self.left = self.left.filter { now.duration(since: $0.value) < Self.memory }
        }
        guard !self.joined.isEmpty else { return [] }
        var left: [ChannelName] = []
        for (name, joined) in self.joined where !joined.isLeaving {
            guard let since = joined.aloneSince, now.duration(since: since) >= Self.grace else {
                continue
            }
            left.append(name)
        }
        for name in left { self.joined[name]?.isLeaving = true }
        return left.sorted()
    }

    package mutating func disconnected() {
        for index in self.joined.values.indices {
            self.joined.values[index].aloneSince = nil
            self.joined.values[index].count = nil
        }
    }
}
