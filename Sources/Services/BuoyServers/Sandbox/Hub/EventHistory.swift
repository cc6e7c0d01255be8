import ChannelsProtocol
import DequeModule

/// The latest events of an app, so that a client can ask for those that it missed.
struct EventHistory: Sendable {
    struct Entry: Hashable, Sendable {
        /// Counts the events of its channel, from 1.
        let serial: Int
        let event: ChannelsEvent
        let time: Duration
    }

    struct Range: Hashable, Sendable {
        var start: Duration?
        var end: Duration?
        /// Only events after this serial number, in the requested order.
        var cursor: Int?
        var isNewestFirst = true
        var limit = EventHistory.pageLimit
    }

    struct Page: Hashable, Sendable {
        var entries: [Entry]
        var hasMore: Bool
        var isComplete: Bool
    }

    static let pageLimit = 1000
    private static let entryLimit = 10_000
    private static let byteLimit = 8 << 20

    private var entries: Deque<Entry> = []
    private var bytes = 0
    /// When the newest of the dropped events was published.
    private var dropped: Duration?

    /// - Parameter serial: counts the events of its channel; the same one again if its channel is
    ///   one of too many.
    mutating func add(_ event: ChannelsEvent, serial: Int, at time: Duration) {
        self.entries.append(Entry(serial: serial, event: event, time: time))
        self.bytes += event.data.byteCount
        while self.entries.count > Self.entryLimit || self.bytes > Self.byteLimit,
            let first = self.entries.popFirst()
        {
            self.bytes -= first.event.data.byteCount
            self.dropped = first.time
        }
    }

    func page(of channel: ChannelName, _ range: Range) -> Page {
        var found = self.entries.filter { entry in
            entry.event.channel == channel && range.contains(entry)
        }
        if range.isNewestFirst { found.reverse() }
        let isComplete = self.dropped.map { $0 < range.start ?? .zero } ?? true
        return Page(
            entries: Array(found.prefix(range.limit)), hasMore: found.count > range.limit,
            isComplete: isComplete)
    }
}

extension EventHistory.Range {
    fileprivate func contains(_ entry: EventHistory.Entry) -> Bool {
        if let start, entry.time < start { return false }
        if let end, entry.time > end { return false }
        guard let cursor else { return true }
        return self.isNewestFirst ? entry.serial < cursor : entry.serial > cursor
    }
}
