/// In the long run, frames are an interval apart. After a rest, a few may follow each other at
/// once: what comes after a rest, such as a connection, comes in several steps.
package struct FramePacing: Hashable, Sendable {
    private let interval: Duration
    /// When the frames so far would have ended if each had taken an interval.
    private var end: Duration?

    /// Frames that may follow the first one at once, after a rest of as many intervals.
    package static let early = 2

    /// Nobody reads rows that are replaced faster than this.
    package static let shortestFlood = Duration.milliseconds(100)

    package init(framesPerSecond: Int) {
        self.interval = .seconds(1) / max(1, framesPerSecond)
    }

    /// - Parameters:
    ///   - now: the time since any fixed start.
    ///   - isAllNew: whether more events came since the last frame than the screen has rows.
    /// - Returns: how long to wait before the next frame.
    package mutating func drew(at now: Duration, isAllNew: Bool = false) -> Duration {
        let interval = isAllNew ? max(self.interval, Self.shortestFlood) : self.interval
        let end = max(self.end ?? now, now) + interval
        self.end = end
        return max(end - self.interval * Self.early - now, .zero)
    }
}
