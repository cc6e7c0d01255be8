/// In the long run, frames are an interval apart. After a rest, a few may follow each other at
/// once: what comes after a rest, such as a connection, comes in several steps.
package struct FramePacing: Hashable, Sendable {
    private let interval: Duration
    /// When the frames so far would have ended if each had taken an interval.
    private var end: Duration?

    /// Frames that may follow the first one at once, after a rest of as many intervals.
    package static let early = 2

    package init(framesPerSecond: Int) {
        self.interval = .seconds(1) / max(1, framesPerSecond)
    }

    /// - Parameter now: the time since any fixed start.
    /// - Returns: how long to wait before the next frame.
    package mutating func drew(at now: Duration) -> Duration {
        let end = max(self.end ?? now, now) + self.interval
        self.end = end
        return max(end - self.interval * Self.early - now, .zero)
    }
}
