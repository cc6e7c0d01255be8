import ChannelsProtocol
import DequeModule

struct EventPlace: Hashable, Sendable {
    let channel: ChannelName
    let event: EventName
}

/// An event that waits for its counterpart. Its data is not kept.
struct WaitingEvent: Hashable, Sendable {
    let number: Int
    let time: ChannelsTimestamp
    let name: EventPlace
    /// A hash.
    let data: Int

    var content: Content { Content(name: self.name, data: self.data) }

    struct Content: Hashable, Sendable {
        let name: EventPlace
        let data: Int
    }
}

struct OneSide: Hashable, Sendable {
    var isConnected = false
    var channels: Set<ChannelName> = []
    /// In the order of arrival. Those that have found their counterpart stay here until they are
    /// the oldest.
    private var queue: Deque<WaitingEvent> = []
    private var open: [WaitingEvent.Content: Deque<WaitingEvent>] = [:]
    private var openCounts: [EventPlace: Int] = [:]
    /// Events that found no counterpart, and wait for one with other data.
    private var leftovers: [EventPlace: Deque<WaitingEvent>] = [:]
    private var leftoverCount = 0

    func isWaiting(for name: EventPlace) -> Bool { self.openCounts[name] != nil }

    mutating func add(_ entry: WaitingEvent, limit: Int) -> Int {
        self.queue.append(entry)
        self.open[entry.content, default: []].append(entry)
        self.openCounts[entry.name, default: 0] += 1
        var count = 0
        while self.queue.count > limit {
            if self.takeOldest() != nil { count += 1 }
        }
        return count
    }

    mutating func take(_ other: WaitingEvent) -> WaitingEvent? {
        guard let entry = self.open[other.content]?.first else { return nil }
        self.close(entry)
        self.dropClosed()
        return entry
    }

    var oldest: WaitingEvent? { self.queue.first }

    mutating func takeOldest() -> WaitingEvent? {
        guard let entry = self.queue.popFirst() else { return nil }
        self.close(entry)
        self.dropClosed()
        return entry
    }

    /// The oldest event of a content is always the first to be closed.
    private mutating func close(_ entry: WaitingEvent) {
        self.open[entry.content]?.removeFirst()
        if self.open[entry.content]?.isEmpty == true { self.open[entry.content] = nil }
        let count = (self.openCounts[entry.name] ?? 1) - 1
        self.openCounts[entry.name] = count > 0 ? count : nil
    }

    private mutating func dropClosed() {
        while let entry = self.queue.first,
            (self.open[entry.content]?.first?.number ?? .max) > entry.number
        {
            self.queue.removeFirst()
        }
    }

    mutating func leave(_ entry: WaitingEvent) {
        self.leftovers[entry.name, default: []].append(entry)
        self.leftoverCount += 1
    }

    mutating func takeLeftover(of name: EventPlace) -> WaitingEvent? {
        guard let entry = self.leftovers[name]?.popFirst() else { return nil }
        if self.leftovers[name]?.isEmpty == true { self.leftovers[name] = nil }
        self.leftoverCount -= 1
        return entry
    }

    mutating func takeLeftover(of name: EventPlace, near time: ChannelsTimestamp) -> WaitingEvent? {
        guard let left = self.leftovers[name] else { return nil }
        let distance = { (index: Int) in
            left[index].time.duration(since: time).clampedNanoseconds.magnitude
        }
        guard let index = left.indices.min(by: { distance($0) < distance($1) }) else { return nil }
        self.leftovers[name]?.remove(at: index)
        if left.count == 1 { self.leftovers[name] = nil }
        self.leftoverCount -= 1
        return left[index]
    }

    mutating func takeLeftovers(until end: ChannelsTimestamp) -> [WaitingEvent] {
        guard self.leftoverCount > 0 else { return [] }
        var taken: [WaitingEvent] = []
        for name in self.leftovers.keys {
            while let first = self.leftovers[name]?.first, first.time <= end,
                let entry = self.takeLeftover(of: name)
            {
                taken.append(entry)
            }
        }
        return taken.sorted { $0.number < $1.number }
    }

    mutating func release(where isReleased: (ChannelName) -> Bool) -> Int {
        let before = self.openCounts.values.reduce(0, +) + self.leftoverCount
        let kept = self.open.values.flatMap { $0 }
            .filter { !isReleased($0.name.channel) }.sorted { $0.number < $1.number }
        self.leftovers = self.leftovers.filter { !isReleased($0.key.channel) }
        self.leftoverCount = self.leftovers.values.reduce(0) { $0 + $1.count }
        (self.queue, self.open, self.openCounts) = ([], [:], [:])
        for entry in kept { _ = self.add(entry, limit: .max) }
        return before - kept.count - self.leftoverCount
    }
}
