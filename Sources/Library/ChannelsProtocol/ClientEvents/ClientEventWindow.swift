struct ClientEventWindow: Sendable {
    private struct Sent: Sendable {
        var time: ChannelsTimestamp
        var channel: ChannelName?
    }

    private struct Recent: Sendable {
        var time: ChannelsTimestamp
        var event: ChannelsEvent
    }

    static let length = Duration.seconds(1)
    /// An event sent a second later may catch up on its way, and arrive within the same second.
    static let margin = Duration.milliseconds(100)
    static let recentLimit = 20

    private var sent: [Sent] = []
    private var recent: [Recent] = []

    mutating func note(_ event: ChannelsEvent, at time: ChannelsTimestamp) {
        let needed = self.firstSent(within: Self.length + Self.margin, at: time)
        if needed > self.sent.count / 2 { self.sent.removeFirst(needed) }
        self.sent.append(Sent(time: time, channel: event.channel))
        if self.recent.count == Self.recentLimit { self.recent.removeFirst() }
        self.recent.append(Recent(time: time, event: event))
    }

    func count(on channel: ChannelName? = nil, at time: ChannelsTimestamp) -> Int {
        let live = self.sent[self.firstSent(within: Self.length, at: time)...]
        return channel == nil ? live.count : live.count { $0.channel == channel }
    }

    func recentEvents(on channel: ChannelName?, at time: ChannelsTimestamp) -> [ChannelsEvent] {
        self.recent.lazy.filter { time.duration(since: $0.time) < Self.length }.map(\.event)
            .filter { channel == nil || $0.channel == channel }
    }

    func delay(limit: Int, at time: ChannelsTimestamp) -> Duration {
        guard self.sent.count >= limit else { return .zero }
        let oldest = self.sent[self.sent.count - limit].time
        return max(.zero, Self.length + Self.margin - time.duration(since: oldest))
    }

    /// A binary search, because without a limit there may be many.
    private func firstSent(within span: Duration, at time: ChannelsTimestamp) -> Int {
        var range = 0..<self.sent.count
        while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
            if time.duration(since: self.sent[middle].time) < span {
                range = range.lowerBound..<middle
            } else {
                range = (middle + 1)..<range.upperBound
            }
        }
        return range.lowerBound
    }
}
