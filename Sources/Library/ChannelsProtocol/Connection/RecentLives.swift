/// The connections that ended within the last minute. They distinguish a network that fails now and
/// then from a server that accepts connections and drops them.
struct RecentLives: Hashable, Sendable {
    private struct Life: Hashable, Sendable {
        var end: ChannelsTimestamp
        var duration: Duration
    }

    private var lives: [Life] = []
    /// How long the last connection was up; `nil` before the first.
    private(set) var last: Duration?

    /// A connection that was up for less time is short.
    static let shortLife = Duration.seconds(5)
    private static let window = Duration.seconds(60)
    /// A larger number would change nothing.
    private static let limit = 64

    mutating func ended(after duration: Duration, at time: ChannelsTimestamp) {
        self.last = duration
        self.lives.removeAll { time.duration(since: $0.end) >= Self.window }
        if self.lives.count >= Self.limit { self.lives.removeFirst() }
        self.lives.append(Life(end: time, duration: duration))
    }

    /// The number of short connections in the last minute.
    func shortCount(at time: ChannelsTimestamp) -> Int {
        self.lives.count {
            $0.duration < Self.shortLife && time.duration(since: $0.end) < Self.window
        }
    }
}
