/// How much may wait for a reader of a stream: ``ClientStream/pausingReading(at:)`` slows the
/// server down at these limits, ``ClientStream/skipping(beyond:)`` skips the oldest events.
///
/// ```swift
/// let small = ListenerLimits(events: 10_000, bytes: 8 << 20)
/// for await batch in client.reportBatches.pausingReading(at: small) { print(batch.count) }
/// ```
public struct ListenerLimits: Hashable, Sendable {
    /// The number of events.
    public var events: Int
    /// The size of their messages, in bytes. An event takes about 150 bytes of memory more.
    public var bytes: Int
    /// Beyond this, other events are folded. Some cannot be, so there may be more.
    var controlEvents: Int
    /// Reads the connection more slowly instead of dropping events: one burst a second beyond half
    /// of a limit, and nothing once it is reached.
    package var pausesReading: Bool
    /// Whether drops count as skipped by the client's listeners; not if the listener only counts.
    var countsSkipped: Bool

    /// Creates limits; whichever is reached first counts.
    /// - Parameters:
    ///   - events: the number of events, at least 1.
    ///   - bytes: the size of their messages in bytes, at least 1.
    public init(events: Int = 1_000_000, bytes: Int = 256 << 20) {
        self.init(events: events, bytes: bytes, controlEvents: 100_000)
    }

    package init(
        events: Int = 1_000_000, bytes: Int = 256 << 20, controlEvents: Int = 100_000,
        pausesReading: Bool = false, countsSkipped: Bool = true
    ) {
        self.events = max(1, events)
        self.bytes = max(1, bytes)
        self.controlEvents = controlEvents
        self.pausesReading = pausesReading
        self.countsSkipped = countsSkipped
    }

    /// Folding loses repetition, so it comes later where reading pauses.
    var foldAt: Int { self.pausesReading ? self.controlEvents * 2 : self.controlEvents }
}
