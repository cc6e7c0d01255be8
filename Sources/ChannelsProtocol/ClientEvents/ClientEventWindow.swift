/// The client events that were sent within the last second, which is what servers count.
struct ClientEventWindow: Sendable {
    private struct Sent: Sendable {
        var time: Timestamp
        var channel: ChannelName?
    }

    private struct Recent: Sendable {
        var time: Timestamp
        var event: ChannelEvent
    }

    /// The time that servers count over.
    static let length = Duration.seconds(1)
    /// The most events that are kept whole.
    static let recentLimit = 20

    /// In the order of sending; the older part is let go now and then.
    private var sent: [Sent] = []
    private var recent: [Recent] = []

    mutating func note(_ event: ChannelEvent, at time: Timestamp) {
        let live = self.firstLive(at: time)
        if live > self.sent.count / 2 { self.sent.removeFirst(live) }
        self.sent.append(Sent(time: time, channel: event.channel))
        if self.recent.count == Self.recentLimit { self.recent.removeFirst() }
        self.recent.append(Recent(time: time, event: event))
    }

    /// How many were sent within the last second; with a channel, those on it.
    func count(on channel: ChannelName? = nil, at time: Timestamp) -> Int {
        let live = self.sent[self.firstLive(at: time)...]
        return channel == nil ? live.count : live.count { $0.channel == channel }
    }

    /// The last of those that were sent within the last second, oldest first.
    func recentEvents(on channel: ChannelName?, at time: Timestamp) -> [ChannelEvent] {
        self.recent.lazy.filter { Self.isLive($0.time, at: time) }.map(\.event)
            .filter { channel == nil || $0.channel == channel }
    }

    /// How long to wait until there is room for one more; zero when there is.
    func delay(limit: Int, at time: Timestamp) -> Duration {
        guard self.count(at: time) >= limit else { return .zero }
        let oldest = self.sent[self.sent.count - limit].time
        return Self.length - time.duration(since: oldest)
    }

    private static func isLive(_ sent: Timestamp, at time: Timestamp) -> Bool {
        time.duration(since: sent) < Self.length
    }

    /// The place of the first that was sent within the last second. Searched by halves, as without a
    /// limit there may be many.
    private func firstLive(at time: Timestamp) -> Int {
        var range = 0..<self.sent.count
        while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
            if Self.isLive(self.sent[middle].time, at: time) {
                range = range.lowerBound..<middle
            } else {
                range = (middle + 1)..<range.upperBound
            }
        }
        return range.lowerBound
    }
}
