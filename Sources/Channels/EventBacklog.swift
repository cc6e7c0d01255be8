internal import ChannelsProtocol

/// How much may wait for one listener.
public struct ListenerLimits: Hashable, Sendable {
    /// Application events.
    public var events: Int
    /// Their bytes.
    public var bytes: Int
    /// Everything else; past this it is folded.
    public var controlEvents: Int

    public init(events: Int = 20_000, bytes: Int = 16 << 20, controlEvents: Int = 2_000) {
        self.events = events
        self.bytes = bytes
        self.controlEvents = controlEvents
    }
}

/// What waits for one listener: batches as they were published, and, when there were too many,
/// what was kept of the oldest.
struct EventBacklog {
    private let limits: ListenerLimits
    /// Control events of batches whose application events were dropped, in order.
    private var kept: [ClientEvent] = []
    /// How many may be kept before they are folded (again).
    private var foldAt: Int
    private var dropped = 0
    private var folded = 0
    /// Whole batches, oldest first, from `firstBatch` on.
    private var batches: [Batch] = []
    private var firstBatch = 0
    private var waitingEvents = 0
    private var waitingBytes = 0

    private struct Batch {
        var events: [ClientEvent]
        var applicationEvents: Int
        var bytes: Int
    }

    init(limits: ListenerLimits) {
        self.limits = limits
        self.foldAt = limits.controlEvents
    }

    /// Adds a batch, dropping and folding what is past the limits.
    mutating func append(_ events: [ClientEvent], rosters: () -> [ChannelName: Members]) {
        let batch = Self.measured(events)
        self.batches.append(batch)
        self.waitingEvents += batch.applicationEvents
        self.waitingBytes += batch.bytes
        while self.waitingEvents > self.limits.events || self.waitingBytes > self.limits.bytes {
            self.dropOldestBatch()
        }
        self.keepControlEventsOnlyBatchesShort()
        if self.kept.count > self.foldAt {
            self.kept = self.foldedControlEvents(rosters())
            // What cannot be folded further must not be folded again at every batch.
            self.foldAt = max(self.limits.controlEvents, self.kept.count * 2)
        }
    }

    /// Everything that waits, in order; `nil` when nothing does.
    mutating func takeAll() -> [ClientEvent]? {
        let waiting = self.batches[self.firstBatch...]
        guard !waiting.isEmpty || !self.kept.isEmpty || self.dropped > 0 else { return nil }
        defer { self = EventBacklog(limits: self.limits) }
        if waiting.count == 1, self.kept.isEmpty, self.dropped == 0 {
            return waiting.first?.events
        }
        var events = self.kept
        if self.dropped > 0 || self.folded > 0 {
            let last = self.kept.last ?? waiting.first?.events.first
            let skipped = SkippedEvents(events: self.dropped, folded: self.folded)
            events.append(
                ClientEvent(
                    number: last?.number ?? 0, time: last?.time ?? .zero, kind: .skipped(skipped)))
        }
        for batch in waiting { events += batch.events }
        return events
    }

    private mutating func dropOldestBatch() {
        let batch = self.batches[self.firstBatch]
        self.removeOldestBatch()
        self.dropped += batch.applicationEvents
        if batch.applicationEvents < batch.events.count {
            self.kept += batch.events.filter { !$0.kind.isApplicationEvent }
        }
    }

    /// Batches without application events are not dropped by the limits above, so they are moved to
    /// what is kept as soon as there are many: there they can be folded.
    private mutating func keepControlEventsOnlyBatchesShort() {
        while self.batches.count - self.firstBatch > self.limits.controlEvents {
            let batch = self.batches[self.firstBatch]
            guard batch.applicationEvents == 0 else {
                self.dropOldestBatch()
                continue
            }
            self.removeOldestBatch()
            self.kept += batch.events
        }
    }

    private mutating func removeOldestBatch() {
        let batch = self.batches[self.firstBatch]
        self.waitingEvents -= batch.applicationEvents
        self.waitingBytes -= batch.bytes
        self.batches[self.firstBatch].events = []
        self.firstBatch += 1
        if self.firstBatch > 1024, self.firstBatch * 2 > self.batches.count {
            self.batches.removeFirst(self.firstBatch)
            self.firstBatch = 0
        }
    }

    private static func measured(_ events: [ClientEvent]) -> Batch {
        var batch = Batch(events: events, applicationEvents: 0, bytes: 0)
        for event in events {
            guard case .received(let event) = event.kind else { continue }
            batch.applicationEvents += 1
            batch.bytes += event.data.retainedBytes
        }
        return batch
    }

    /// The kept events with nothing lost but repetition: one roster per presence channel in place
    /// of its member changes, equal problems as one with a count, the latest of totals. States
    /// stay.
    private mutating func foldedControlEvents(
        _ rosters: [ChannelName: Members]
    ) -> [ClientEvent] {
        var fold = ControlEventFold(rosters: rosters)
        // Backwards, so that the last of a kind is the one that stays.
        for event in self.kept.reversed() { fold.take(event) }
        self.folded += self.kept.count - fold.events.count
        return fold.events.reversed()
    }
}

extension ClientEvent.Kind {
    /// Whether a slow listener may lose it.
    var isApplicationEvent: Bool {
        if case .received = self { true } else { false }
    }
}
