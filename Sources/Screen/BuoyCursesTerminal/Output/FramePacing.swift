/// When the next frame may be drawn. In the long run, frames are an interval apart. After a rest, a
/// few may follow each other at once: what comes after a rest, such as a connection, comes in
/// several steps.
package struct FramePacing: Hashable, Sendable {
    /// The average time between two frames.
    private let interval: Duration
    /// When the frames so far would have ended if each had taken an interval.
    private var end: Duration?

    /// How many frames may follow the first one at once, after a rest that is as many intervals
    /// long.
    package static let early = 2

    /// - Parameter framesPerSecond: the maximum number of frames per second, without early ones.
    package init(framesPerSecond: Int) {
        self.interval = .seconds(1) / max(1, framesPerSecond)
    }

    /// A frame was drawn.
    /// - Parameter now: the time since any fixed start.
    /// - Returns: how long to wait before the next one.
    package mutating func drew(at now: Duration) -> Duration {
        let end = max(self.end ?? now, now) + self.interval
        self.end = end
        return max(end - self.interval * Self.early - now, .zero)
    }
}
