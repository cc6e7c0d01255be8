package import ChannelsProtocol

/// Finds deliveries that come again: the same event with the same bytes, sooner than the stream
/// would have delivered the next one. A stream is the events of one name on one channel.
///
/// Keeps hashes and times instead of events, of at most 2,048 streams. Beyond that, the one that
/// was added first makes room.
package struct RepeatFinder: Hashable, Sendable {
    private struct Stream: Hashable {
        let names: UInt64
        var deliveries = DeliveryMemory()
    }

    private var streams: [Stream] = []
    private var places: [UInt64: Int] = [:]
    private var oldest = 0
    private var listeningSince: Int64?

    private static let streamLimit = 2048
    /// Shorter data, such as `{}` or `"ping"`, is equal too often to say anything.
    private static let leastBytes = 8

    /// Lets events that came together find their streams without a hash of their names.
    package struct BatchStreams {
        fileprivate struct Entry {
            let event: ChannelsEvent
            let stream: Int
        }

        fileprivate var entries: [Entry?] = []

        fileprivate static let capacity = 16

        package init() {}

        fileprivate func stream(of event: ChannelsEvent, at slot: Int) -> Int? {
            guard !self.entries.isEmpty, let entry = self.entries[slot],
                entry.event.sharesNames(with: event)
            else { return nil }
            return entry.stream
        }
    }

    package init() {}

    /// A new subscription starts over, because a cache channel then delivers its last event again.
    package mutating func handle(_ report: ClientReport) {
        guard case .subscriptionChanged(_, .subscribed) = report.kind else { return }
        self.listeningSince = report.time.monotonicNanoseconds
    }

    package mutating func received(
        _ event: ChannelsEvent, in report: ClientReport, _ streams: inout BatchStreams
    ) -> RepeatFinding? {
        let stream = self.stream(of: event, &streams)
        let time = report.time.monotonicNanoseconds
        if self.streams[stream].deliveries.passes(at: time) { return nil }
        guard let content = event.contentHash(atLeast: Self.leastBytes) else { return nil }
        return self.streams[stream].deliveries.received(
            content, number: report.number, at: time, since: self.listeningSince)
    }

    private mutating func stream(of event: ChannelsEvent, _ known: inout BatchStreams) -> Int {
        let slot = Int(event.namesNumber) % BatchStreams.capacity
        if let stream = known.stream(of: event, at: slot) { return stream }
        let oldest = self.oldest
        let stream = self.stream(of: event.namesHash)
        // Another stream has made room for it, which the batch may know.
        if self.oldest != oldest { known = BatchStreams() }
        if known.entries.isEmpty {
            known.entries = Array(repeating: nil, count: BatchStreams.capacity)
        }
        known.entries[slot] = BatchStreams.Entry(event: event, stream: stream)
        return stream
    }

    private mutating func stream(of names: UInt64) -> Int {
        if let place = self.places[names] { return place }
        guard self.streams.count >= Self.streamLimit else {
            self.streams.append(Stream(names: names))
            self.places[names] = self.streams.count - 1
            return self.streams.count - 1
        }
        let place = self.oldest
        self.oldest = (place + 1) % Self.streamLimit
        self.places[self.streams[place].names] = nil
        self.streams[place] = Stream(names: names)
        self.places[names] = place
        return place
    }
}

package enum RepeatFinding: Hashable, Sendable {
    case again(after: Duration)
    /// The stream repeats its data by itself: the deliveries in the reports with these numbers were
    /// no repeats.
    case withdrawn([Int])
}
