import ChannelsProtocol

/// Pauses between network changes. An address, its route and IPv6 addresses come one after
/// another and are wanted at once; but where containers start and stop, changes never end.
struct NetworkPauses: Sendable {
    private var count = 0
    private var last: ChannelsTimestamp?

    /// This many changes in a row are followed by a short pause.
    private static let burst = 5
    private static let short = Duration.milliseconds(200)
    private static let long = Duration.seconds(10)

    mutating func pause(after time: ChannelsTimestamp) -> Duration {
        let isNext = self.last.map { time.duration(since: $0) < Self.long + Self.long } ?? false
        self.count = isNext ? min(self.count + 1, Self.burst + 1) : 1
        self.last = time
        return self.count > Self.burst ? Self.long : Self.short
    }
}
