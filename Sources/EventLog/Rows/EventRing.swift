package import ChannelsProtocol
import DequeModule

/// The newest events, limited by their number and memory. Each event has a sequence number, which
/// does not change when older ones are dropped.
package struct EventRing: Hashable, Sendable {
    private var events: Deque<ClientEvent> = []
    /// The maximum number of events.
    package let limit: Int
    /// The maximum size of the events, in bytes.
    package let byteLimit: Int
    /// The number of the oldest event; equal to `next` if there is none.
    package private(set) var first = 0
    /// The estimated memory of the events, in bytes.
    package private(set) var bytes = 0

    /// Creates an empty ring with these limits.
    package init(limit: Int, byteLimit: Int) {
        self.limit = max(limit, 1)
        self.byteLimit = max(byteLimit, 1)
    }

    /// The number of events.
    package var count: Int { self.events.count }
    /// Whether there are no events.
    package var isEmpty: Bool { self.events.isEmpty }
    /// The number of the next event, which is also the number of events ever added.
    package var next: Int { self.first + self.events.count }
    /// The number of the newest event.
    package var last: Int? { self.events.isEmpty ? nil : self.next - 1 }

    /// Whether there is an event of a channel.
    package var hasReceivedEvents: Bool {
        self.events.contains { if case .received = $0.kind { true } else { false } }
    }

    /// The event with a sequence number; `nil` if it was dropped or does not exist yet.
    package subscript(sequence: Int) -> ClientEvent? {
        let index = sequence - self.first
        return self.events.indices.contains(index) ? self.events[index] : nil
    }

    /// The sequence number of the report that the client gave this number; `nil` if it is not kept.
    package func sequence(ofReport number: Int) -> Int? {
        var (low, high) = (0, self.events.count)
        while low < high {
            let middle = (low + high) / 2
            if self.events[middle].number < number { low = middle + 1 } else { high = middle }
        }
        guard low < self.events.count, self.events[low].number == number else { return nil }
        return self.first + low
    }

    /// Removes all events; numbering continues.
    package mutating func removeAll() {
        self.first = self.next
        self.events = []
        self.bytes = 0
    }

    /// Inserts the events of an earlier ring before those added since, with their previous numbers.
    package mutating func restore(_ earlier: EventRing) {
        let newer = self.events.suffix(max(self.next - max(earlier.next, self.first), 0))
        let isWhole = self.first <= earlier.next
        // The events added since have filled the ring, so no earlier one would be kept.
        guard isWhole else { return }
        var restored = earlier
        for event in newer { restored.append(event) }
        self = restored
    }

    /// Keeps only the matching events. They are renumbered, up to the number of the next event.
    ///
    /// - Returns: the new number of each kept event, by its previous one.
    package mutating func keep(where isKept: (ClientEvent) -> Bool) -> [Int: Int] {
        let next = self.next
        let kept = self.events.enumerated().filter { isKept($0.element) }
        let first = self.first
        self.first = next - kept.count
        self.events = Deque(kept.map(\.element))
        self.bytes = self.events.reduce(0) { $0 + $1.retainedBytes }
        return Dictionary(
            uniqueKeysWithValues: kept.enumerated().map { place, event in
                (first + event.offset, self.first + place)
            })
    }

    /// Adds an event. Older ones are dropped to make room; the newest is kept whatever its size.
    package mutating func append(_ event: ClientEvent) {
        let event = event.detached
        self.events.append(event)
        self.bytes += event.retainedBytes
        while self.events.count > self.limit || (self.bytes > self.byteLimit && self.count > 1) {
            let oldest = self.events.removeFirst()
            self.bytes -= oldest.retainedBytes
            self.first += 1
        }
    }
}

extension ClientEvent {
    /// The same report without the messages that came with it, which it would keep in memory.
    package var detached: ClientEvent {
        var copy = self
        switch self.kind {
        case .received(let event): copy.kind = .received(event.detached())
        case .memberAdded(let channel, let member):
            copy.kind = .memberAdded(channel, member.trimmed())
        case .memberRemoved(let channel, let member):
            copy.kind = .memberRemoved(channel, member.trimmed())
        default: break
        }
        return copy
    }

    /// The estimated memory of the event, in bytes.
    package var retainedBytes: Int {
        switch self.kind {
        case .received(let event), .triggered(let event), .clientEventQueued(let event):
            160 + event.name.text.utf8.count + (event.channel?.text.utf8.count ?? 0)
                + event.data.retainedBytes
        case .membersReplaced(_, let members, _): 256 + members.count * 256
        case .memberAdded(_, let member), .memberRemoved(_, let member):
            // The slot of the event, its parts, and an array for the information.
            320 + member.id.text.utf8.count + (member.info?.retainedBytes ?? 0)
        case .problem(let problem):
            256 + problem.text.utf8.count + (problem.frame?.utf8.count ?? 0)
        case .subscriptionChanged(_, .failed(let failure)):
            512
                + [failure.text, failure.body, failure.stringToSign, failure.comparison?.expected]
                .reduce(0) { $0 + ($1?.utf8.count ?? 0) }
        case .clientEventsRejected(let rejection):
            256 + rejection.text.utf8.count
                + rejection.candidates.reduce(0) { $0 + 160 + $1.data.retainedBytes }
        default: 256
        }
    }
}
