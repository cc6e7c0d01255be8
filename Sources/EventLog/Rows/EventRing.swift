package import ChannelsProtocol
import DequeModule

/// The newest events, bounded by their number and by the memory they keep. Each event has a sequence
/// number of its own, which stays the same when older ones are dropped.
package struct EventRing: Hashable, Sendable {
    private var events: Deque<ClientEvent> = []
    /// The most events, and the most memory, that are kept.
    package let limit: Int
    /// The most bytes that are kept.
    package let byteLimit: Int
    /// The number of the oldest event; what `next` is when there is none.
    package private(set) var first = 0
    /// An estimate of the memory that the events keep.
    package private(set) var bytes = 0

    /// An empty ring that keeps so many events, and so many bytes of them.
    package init(limit: Int, byteLimit: Int) {
        self.limit = max(limit, 1)
        self.byteLimit = max(byteLimit, 1)
    }

    /// How many events are kept.
    package var count: Int { self.events.count }
    /// Whether there are none.
    package var isEmpty: Bool { self.events.isEmpty }
    /// The number that the next event will have; so many were ever appended.
    package var next: Int { self.first + self.events.count }
    /// The number of the newest event.
    package var last: Int? { self.events.isEmpty ? nil : self.next - 1 }

    /// Whether there is an event of a channel among them.
    package var hasReceivedEvents: Bool {
        self.events.contains { if case .received = $0.kind { true } else { false } }
    }

    /// The event of a sequence number; `nil` when it was dropped or has not come.
    package subscript(sequence: Int) -> ClientEvent? {
        let index = sequence - self.first
        return self.events.indices.contains(index) ? self.events[index] : nil
    }

    /// Forgets all events; numbers go on.
    package mutating func removeAll() {
        self.first = self.next
        self.events = []
        self.bytes = 0
    }

    /// Puts the events of an earlier ring before those that came since. They have their numbers again.
    package mutating func restore(_ earlier: EventRing) {
        let newer = self.events.suffix(max(self.next - max(earlier.next, self.first), 0))
        let isWhole = self.first <= earlier.next
        // What came since has filled the log: nothing before it would be kept.
        guard isWhole else { return }
        var restored = earlier
        for event in newer { restored.append(event) }
        self = restored
    }

    /// Keeps only the events that pass. They are numbered anew, up to the number that the next event
    /// will have.
    ///
    /// - Returns: the new number of each event that is kept, by its former one.
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

    /// Keeps an event. The oldest give way; the newest stays, however large it is.
    package mutating func append(_ event: ClientEvent) {
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
    /// An estimate of the memory that the event keeps.
    package var retainedBytes: Int {
        switch self.kind {
        case .received(let event), .triggered(let event), .clientEventQueued(let event):
            160 + event.name.text.utf8.count + (event.channel?.text.utf8.count ?? 0)
                + event.data.retainedBytes
        case .membersReplaced(_, let members, _): 256 + members.count * 256
        case .memberAdded(_, let member):
            192 + member.id.text.utf8.count + (member.info?.retainedBytes ?? 0)
        case .memberRemoved(_, let member):
            // The message that holds the information may be a whole roster: it is kept once, not for
            // each who leaves.
            192 + member.id.text.utf8.count
                + (member.info.map { min($0.byteCount, $0.retainedBytes) } ?? 0)
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
