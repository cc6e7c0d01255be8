import ChannelsProtocol
import DequeModule

/// The newest events, bounded by their number and by the memory they keep. Each event has a sequence
/// number of its own, which stays the same when older ones are dropped.
struct EventRing: Hashable, Sendable {
    private var events: Deque<ClientEvent> = []
    /// The most events, and the most memory, that are kept.
    let limit: Int
    let byteLimit: Int
    /// The number of the oldest event; what `next` is when there is none.
    private(set) var first = 0
    /// An estimate of the memory that the events keep.
    private(set) var bytes = 0

    init(limit: Int, byteLimit: Int) {
        self.limit = max(limit, 1)
        self.byteLimit = max(byteLimit, 1)
    }

    var count: Int { self.events.count }
    var isEmpty: Bool { self.events.isEmpty }
    /// The number that the next event will have; so many were ever appended.
    var next: Int { self.first + self.events.count }
    /// The number of the newest event.
    var last: Int? { self.events.isEmpty ? nil : self.next - 1 }

    /// The event of a sequence number; `nil` when it was dropped or has not come.
    subscript(sequence: Int) -> ClientEvent? {
        let index = sequence - self.first
        return self.events.indices.contains(index) ? self.events[index] : nil
    }

    /// Forgets all events; numbers go on.
    mutating func removeAll() {
        self.first = self.next
        self.events = []
        self.bytes = 0
    }

    /// Keeps an event. The oldest give way; the newest stays, however large it is.
    mutating func append(_ event: ClientEvent) {
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
    var retainedBytes: Int {
        switch self.kind {
        case .received(let event), .triggered(let event), .clientEventQueued(let event):
            160 + event.name.text.utf8.count + (event.channel?.text.utf8.count ?? 0)
                + event.data.retainedBytes
        case .membersReplaced(_, let members, _): 256 + members.count * 256
        case .memberAdded(_, let member), .memberRemoved(_, let member):
            192 + member.id.text.utf8.count + (member.info?.retainedBytes ?? 0)
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
