/// Connections that ended within the last minute. They tell a network that fails now and then
/// from a server that accepts connections and drops them.
struct RecentLives: Hashable, Sendable {
    private struct Life: Hashable, Sendable {
        var end: ChannelsTimestamp
        var duration: Duration
    }

    private var lives: [Life] = []
    private(set) var last: Duration?

    static let shortLife = Duration.seconds(5)
    private static let window = Duration.seconds(60)
    private static let limit = 64

    mutating func ended(after duration: Duration, at time: ChannelsTimestamp) {
        self.last = duration
        self.lives.removeAll { time.duration(since: $0.end) >= Self.window }
        if self.lives.count >= Self.limit { self.lives.removeFirst() }
        self.lives.append(Life(end: time, duration: duration))
    }

    func shortCount(at time: ChannelsTimestamp) -> Int {
        self.lives.count {
            $0.duration < Self.shortLife && time.duration(since: $0.end) < Self.window
        }
    }
}
