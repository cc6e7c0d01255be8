import ChannelsProtocol

/// How much may wait for one listener, and what happens when that much waits. The limits are meant
/// for a reader that has stopped; one that is merely slow does not reach them.
package struct ListenerLimits: Hashable, Sendable {
    /// The maximum number of application events.
    var events: Int
    /// The maximum size of application events, in bytes.
    var bytes: Int
    /// The number of other events beyond which they are folded. States of the connection and other
    /// events that cannot be folded are kept, so there may be more.
    var controlEvents: Int
    /// Whether the client reads its connection more slowly instead of dropping events of this
    /// listener: one burst a second beyond half of a limit, and nothing once it is reached.
    package var pausesReading: Bool
    /// Whether what is dropped counts as skipped by the client's listeners. Not if the listener
    /// only counts.
    var countsSkipped: Bool

    package init(
        events: Int = 1_000_000, bytes: Int = 256 << 20, controlEvents: Int = 100_000,
        pausesReading: Bool = false, countsSkipped: Bool = true
    ) {
        self.events = events
        self.bytes = bytes
        self.controlEvents = controlEvents
        self.pausesReading = pausesReading
        self.countsSkipped = countsSkipped
    }
}

/// How much more may wait for a listener that pauses reading.
enum ListenerRoom: Int, Comparable {
    /// Enough: the connection is read as fast as it delivers. Once lost, it is back when less than
    /// a quarter is used.
    case plenty
    /// More than half is used: the connection is read slowly.
    case little
    /// Nothing: the connection is not read until less than three quarters are used.
    case none

    static func < (left: ListenerRoom, right: ListenerRoom) -> Bool {
        left.rawValue < right.rawValue
    }

    /// - Parameter eighths: how much is used, in eighths of the limit.
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
    /// Always `plenty` for a listener that does not pause reading.
    private(set) var room = ListenerRoom.plenty
    /// Control events of batches whose application events were dropped, in order.
    private var kept: [ClientReport] = []
    /// Whole batches, oldest first, from `firstBatch` on.
    private var batches: [Batch] = []
    private var firstBatch = 0
    private var dropped = 0
    private var folded = 0
    private var waitingEvents = 0
    private var waitingBytes = 0
    /// The number of control events, kept ones and those in batches.
    private var waitingControlEvents = 0
    /// The number of control events at which they are folded (again).
    private var foldAt: Int

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

    /// The maximum number of events that are dropped at once.
    private let pieceSize: Int

    init(limits: ListenerLimits) {
        self.limits = limits
        self.pieceSize = min(4096, max(1, min(256, limits.events / 2), limits.events / 16))
        self.foldAt = limits.foldAt
    }

    /// Adds a batch, then drops and folds what exceeds the limits.
    mutating func append(_ events: [ClientReport], rosters: () -> [ChannelName: PresenceMembers]) {
        let batch = Batch(events)
        self.append(
            events, applicationEvents: batch.applicationEvents, bytes: batch.bytes,
            rosters: rosters)
    }

    /// Adds a batch of which the number and the size of application events are known.
    ///
    /// - Returns: how many application events were dropped.
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
        let eighths = max(
            self.waitingEvents * 8 / max(1, self.limits.events),
            self.waitingBytes * 8 / max(1, self.limits.bytes),
            self.waitingControlEvents * 8 / max(1, self.limits.controlEvents))
        self.room = self.room.after(eighths: eighths)
    }

    /// What waits, in order; `nil` if nothing does. Everything, or, of very much, the oldest
    /// batches: they are not copied into one only to be read one by one.
    mutating func take() -> [ClientReport]? {
        guard self.kept.isEmpty, self.dropped == 0, self.folded == 0,
            self.batches.count - self.firstBatch > 1,
            self.batches[self.firstBatch].events.count >= Self.largeBatch
        else { return self.takeAll() }
        defer { self.noteRoom() }
        return self.removeOldestBatch().events
    }

    /// A batch of so many events is worth its own call.
    private static let largeBatch = 64

    /// Everything that waits, in order; `nil` if nothing does.
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

    /// Adds events as one batch, or as several if there are many, because a batch is dropped as a
    /// whole.
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

    /// Folds the control events without losing anything but repetition: one member list per
    /// presence channel instead of its changes, equal problems as one with a count, the latest of
    /// totals. States and application events are kept, in their places.
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

extension ListenerLimits {
    /// The number of control events at which they are folded. Folding loses repetition, so it comes
    /// later where reading pauses.
    fileprivate var foldAt: Int { self.pausesReading ? self.controlEvents * 2 : self.controlEvents }
}

extension ClientReport.Kind {
    /// Whether a slow listener may lose it.
    var isApplicationEvent: Bool {
        if case .received = self { true } else { false }
    }
}
