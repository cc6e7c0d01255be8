public import ChannelsProtocol

/// What a server's history contains of a gap: the events that were missed, and a few at the gap's
/// ends that may have arrived.
///
/// The server's clock is known to about half a second, so some events may lie on either side of the
/// gap's start or end. Pass what arrived to ``remove(_:arrivedAt:)``: afterwards,
/// each event is either in this value or has arrived.
public struct RecoveredEvents: Hashable, Sendable {
    /// An event from the history.
    private struct Entry: Hashable, Sendable {
        let event: ChannelHistory.Event
        /// Empty if it was certainly missed.
        let edges: Set<Edge>
    }

    fileprivate enum Edge: Hashable, Sendable {
        case start
        case end
    }

    private var entries: [Entry] = []
    private var windows: [ChannelName: Window] = [:]
    /// Whether these are all events of all channels of the gap. Servers limit how many they keep,
    /// and for how long.
    public internal(set) var isComplete: Bool

    init(isComplete: Bool) { self.isComplete = isComplete }

    /// The events, oldest first, each once.
    public var events: [ChannelHistory.Event] { self.entries.map(\.event) }

    /// The number of events.
    public var count: Int { self.entries.count }

    /// Whether there are none.
    public var isEmpty: Bool { self.entries.isEmpty }

    /// The number of events that were certainly missed: the others may have arrived just before the
    /// gap or just after it.
    public var certainCount: Int { self.entries.count { $0.edges.isEmpty } }

    /// Takes out an event that arrived shortly before or after the gap. Call it with the last
    /// events before the gap, then handle `events`, and then call it with each event that arrives.
    ///
    /// - Parameters:
    ///   - event: an event that arrived. Events are compared by channel, name and data.
    ///   - time: when it arrived.
    /// - Returns: whether it was there. If so, and `events` have already been handled, it must not
    ///   be handled again.
    @discardableResult
    public mutating func remove(_ event: ChannelsEvent, arrivedAt time: ChannelsTimestamp) -> Bool {
        guard !self.entries.isEmpty, let channel = event.channel,
            let edge = self.windows[channel]?.edge(arrivedAt: time)
        else { return false }
        let place = self.entries.firstIndex { entry in
            entry.edges.contains(edge) && entry.event.channel == channel
                && entry.event.name == event.name && entry.event.data == event.data
        }
        if let place { self.entries.remove(at: place) }
        return place != nil
    }

    mutating func add(_ history: ChannelHistory, in window: Window) {
        self.isComplete = self.isComplete && history.isComplete
        for event in history.events {
            self.windows[event.channel] = window
            let edges = window.edges(of: event)
            self.entries.append(Entry(event: event, edges: edges))
        }
    }

    mutating func sort() {
        self.entries = self.entries.enumerated().sorted { left, right in
            let (first, second) = (left.element.event, right.element.event)
            return (first.publishedAt ?? 0, left.offset) < (second.publishedAt ?? 0, right.offset)
        }.map(\.element)
    }
}

extension RecoveredEvents {
    /// The period of a channel's gap, on both clocks.
    struct Window: Hashable, Sendable {
        let from: ChannelsTimestamp
        let to: ChannelsTimestamp
        /// In seconds, as are all times below.
        let skew: ClosedRange<Double>

        /// The longest time that an event takes from the server to this machine.
        private static let transit = 1.0
        /// How long after a gap its reader may get events that waited for it.
        private static let patience = Duration.seconds(10)

        init(from: ChannelsTimestamp, to: ChannelsTimestamp, skew: ClosedRange<Double>) {
            self.from = from
            self.to = to
            self.skew = skew
        }

        private var start: Double { Double(self.from.wallMicroseconds) / 1e6 }
        private var end: Double { Double(self.to.wallMicroseconds) / 1e6 }

        /// In milliseconds on the server's clock.
        var period: ClosedRange<Int64> {
            milliseconds(
                from: self.start + self.skew.lowerBound - Self.transit,
                to: self.end + self.skew.upperBound)
        }

        /// A short gap may have both.
        fileprivate func edges(of event: ChannelHistory.Event) -> Set<Edge> {
            guard let milliseconds = event.publishedAt else { return [.start, .end] }
            let time = Double(milliseconds) / 1000
            var edges: Set<Edge> = []
            if time <= self.start + self.skew.upperBound { edges.insert(.start) }
            if time >= self.end + self.skew.lowerBound - Self.transit { edges.insert(.end) }
            return edges
        }

        fileprivate func edge(arrivedAt time: ChannelsTimestamp) -> Edge? {
            let width = self.skew.upperBound - self.skew.lowerBound + 2 * Self.transit
            if time <= self.from {
                return self.from.duration(since: time) <= .seconds(width) ? .start : nil
            }
            return time.duration(since: self.to) <= .seconds(width) + Self.patience ? .end : nil
        }
    }
}
