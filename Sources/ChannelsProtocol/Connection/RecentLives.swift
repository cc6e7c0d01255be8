/// The established connections that ended within the last minute: what tells a network that fails now and
/// then from a server that accepts and drops.
struct RecentLives: Hashable, Sendable {
    private struct Life: Hashable, Sendable {
        var end: Timestamp
        var duration: Duration
    }

    private var lives: [Life] = []
    /// How long the last connection was established; `nil` before the first.
    private(set) var last: Duration?

    /// A connection that lived for less is short.
    static let shortLife = Duration.seconds(5)
    private static let window = Duration.seconds(60)
    /// More change nothing.
    private static let limit = 64

    mutating func ended(after duration: Duration, at time: Timestamp) {
        self.last = duration
        self.lives.removeAll { time.duration(since: $0.end) >= Self.window }
        if self.lives.count >= Self.limit { self.lives.removeFirst() }
        self.lives.append(Life(end: time, duration: duration))
    }

    /// How many short ones there were in the minute before.
    func shortCount(at time: Timestamp) -> Int {
        self.lives.count {
            $0.duration < Self.shortLife && time.duration(since: $0.end) < Self.window
        }
    }
}
