import ChannelsProtocol

enum ListenerRoom: Int, Comparable {
    /// The connection is read at full speed. Once lost, it is back when less than a quarter is
    /// used.
    case plenty
    /// More than half is used: the connection is read slowly.
    case little
    /// The connection is not read until less than three quarters are used.
    case none

    static func < (left: ListenerRoom, right: ListenerRoom) -> Bool {
        left.rawValue < right.rawValue
    }

    fileprivate func after(eighths: Int) -> ListenerRoom {
        switch eighths {
        case ..<2: .plenty
        case ..<4: min(self, .little)
        case ..<6: .little
        case ..<8: max(self, .little)
        default: .none
        }
    }
}

/// What waits for one listener: batches as they were published and, if there were too many
/// application events, the control events of the oldest batches.
///
/// ```
///  oldest                                                   newest
///  kept: control events only │ skipped n │ batches, whole
/// ```
struct EventBacklog {
    private let limits: ListenerLimits
    private(set) var room = ListenerRoom.plenty
    /// Control events of batches whose application events were dropped, in order.
    private var kept: [ClientReport] = []
    /// Oldest first, from `firstBatch` on.
    private var batches: [Batch] = []
    private var firstBatch = 0
    private var dropped = 0
    private var folded = 0
    private var waitingEvents = 0
    private var waitingBytes = 0
    private var waitingControlEvents = 0
    /// The batch that the reader handles, until it comes back for another.
    private var taken = Size()
    private var foldAt: Int

    private struct Size {
        var events = 0
        var bytes = 0
        var controlEvents = 0
    }

    private struct Batch {
        var events: [ClientReport]
        var applicationEvents = 0
        var bytes = 0

        init(_ events: [ClientReport], applicationEvents: Int, bytes: Int) {
            self.events = events
            self.applicationEvents = applicationEvents
            self.bytes = bytes
        }

        init(_ events: [ClientReport]) {
            self.events = events
            for event in events {
                guard case .received(let event) = event.kind else { continue }
                self.applicationEvents += 1
                self.bytes += event.data.retainedBytes
            }
        }
    }

    private let pieceSize: Int

    init(limits: ListenerLimits) {
        self.limits = limits
        self.pieceSize = min(4096, max(1, min(256, limits.events / 2), limits.events / 16))
        self.foldAt = limits.foldAt
    }

    mutating func append(_ events: [ClientReport], rosters: () -> [ChannelName: PresenceMembers]) {
        let batch = Batch(events)
        self.append(
            events, applicationEvents: batch.applicationEvents, bytes: batch.bytes,
            rosters: rosters)
    }

    @discardableResult
    mutating func append(
        _ events: [ClientReport], applicationEvents: Int, bytes: Int,
        rosters: () -> [ChannelName: PresenceMembers]
    ) -> Int {
        let droppedBefore = self.dropped
        if events.count > self.pieceSize {
            self.add(events)
        } else {
            self.add(Batch(events, applicationEvents: applicationEvents, bytes: bytes))
        }
        while !self.limits.pausesReading, self.exceedsLimits { self.dropOldestBatch() }
        if self.waitingControlEvents > self.foldAt {
            self.fold(rosters())
            // What cannot be folded further must not be folded again with every batch.
            self.foldAt = max(self.limits.foldAt, self.waitingControlEvents * 2)
        }
        self.noteRoom()
        return self.dropped - droppedBefore
    }

    private var exceedsLimits: Bool {
        self.waitingEvents > self.limits.events || self.waitingBytes > self.limits.bytes
    }

    private mutating func noteRoom() {
        guard self.limits.pausesReading else { return }
        let controlEvents = self.waitingControlEvents + self.taken.controlEvents
        let eighths = max(
            (self.waitingEvents + self.taken.events) * 8 / self.limits.events,
            (self.waitingBytes + self.taken.bytes) * 8 / self.limits.bytes,
            controlEvents * 8 / max(1, self.limits.controlEvents))
        self.room = self.room.after(eighths: eighths)
    }

    /// In order; `nil` if nothing waits. Of very much, only the oldest batches: they are not copied
    /// into one only to be read one by one.
    mutating func take() -> [ClientReport]? {
        let before = self.waiting
        let events = self.takeOldest()
        let after = self.waiting
        self.taken = Size(
            events: before.events - after.events, bytes: before.bytes - after.bytes,
            controlEvents: before.controlEvents - after.controlEvents)
        self.noteRoom()
        return events
    }

    /// A batch that did not wait, because the reader did.
    mutating func handOver(_ count: Int, applicationEvents: Int, bytes: Int) {
        self.taken = Size(
            events: applicationEvents, bytes: bytes, controlEvents: count - applicationEvents)
        self.noteRoom()
    }

    private var waiting: Size {
        Size(
            events: self.waitingEvents, bytes: self.waitingBytes,
            controlEvents: self.waitingControlEvents)
    }

    private mutating func takeOldest() -> [ClientReport]? {
        guard self.kept.isEmpty, self.dropped == 0, self.folded == 0,
            self.batches.count - self.firstBatch > 1,
            self.batches[self.firstBatch].events.count >= Self.largeBatch
        else { return self.takeAll() }
        return self.removeOldestBatch().events
    }

    /// A batch of so many events is worth its own call.
    private static let largeBatch = 64

    mutating func takeAll() -> [ClientReport]? {
        let waiting = self.batches[self.firstBatch...]
        guard !waiting.isEmpty || !self.kept.isEmpty || self.dropped > 0 else { return nil }
        defer { self = EventBacklog(limits: self.limits) }
        let skipsSome = self.dropped > 0 || self.folded > 0
        if waiting.count == 1, self.kept.isEmpty, !skipsSome { return waiting.first?.events }
        var events = self.kept
        if skipsSome {
            let last = self.kept.last ?? waiting.first?.events.first
            let skipped = SkippedEvents(events: self.dropped, folded: self.folded)
            events.append(
                ClientReport(
                    number: last?.number ?? 0, time: last?.time ?? .zero, kind: .skipped(skipped)))
        }
        for batch in waiting { events += batch.events }
        return events
    }

    /// Splits a large batch, because a batch is dropped as a whole.
    private mutating func add(_ events: [ClientReport]) {
        guard events.count > self.pieceSize else { return self.add(Batch(events)) }
        for start in stride(from: 0, to: events.count, by: self.pieceSize) {
            let end = min(start + self.pieceSize, events.count)
            self.add(Batch(Array(events[start..<end])))
        }
    }

    private mutating func add(_ batch: Batch) {
        guard !batch.events.isEmpty else { return }
        self.batches.append(batch)
        self.waitingEvents += batch.applicationEvents
        self.waitingBytes += batch.bytes
        self.waitingControlEvents += batch.events.count - batch.applicationEvents
    }

    private mutating func removeOldestBatch() -> Batch {
        let batch = self.batches[self.firstBatch]
        self.batches[self.firstBatch].events = []
        self.firstBatch += 1
        if self.firstBatch > 1024, self.firstBatch * 2 > self.batches.count {
            self.batches.removeFirst(self.firstBatch)
            self.firstBatch = 0
        }
        self.waitingEvents -= batch.applicationEvents
        self.waitingBytes -= batch.bytes
        self.waitingControlEvents -= batch.events.count - batch.applicationEvents
        return batch
    }

    private mutating func dropOldestBatch() {
        let batch = self.removeOldestBatch()
        // Its control events are kept.
        self.waitingControlEvents += batch.events.count - batch.applicationEvents
        self.dropped += batch.applicationEvents
        if batch.applicationEvents < batch.events.count {
            self.kept += batch.events.filter { !$0.kind.isApplicationEvent }
        }
    }

    /// Loses only repetition: one member list per presence channel instead of changes, equal
    /// problems as one with a count, the latest totals. States and application events keep their
    /// places.
    private mutating func fold(_ rosters: [ChannelName: PresenceMembers]) {
        let before = self.waitingControlEvents
        // Backwards, so that the last of a kind is kept.
        var fold = ControlEventFold(rosters: rosters)
        for batch in self.batches[self.firstBatch...].reversed() {
            for event in batch.events.reversed() { fold.take(event) }
        }
        let inBatches = fold.events.count
        for event in self.kept.reversed() { fold.take(event) }
        self.kept = fold.events[inBatches...].reversed()
        self.batches = []
        self.firstBatch = 0
        self.waitingEvents = 0
        self.waitingBytes = 0
        self.waitingControlEvents = self.kept.count
        self.add(fold.events[..<inBatches].reversed())
        self.folded += before - self.waitingControlEvents
    }
}

extension ClientReport.Kind {
    /// Whether a slow listener may lose it.
    var isApplicationEvent: Bool {
        if case .received = self { true } else { false }
    }
}
