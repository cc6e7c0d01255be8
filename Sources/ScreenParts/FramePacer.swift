/// Decides how soon the next frame may be drawn.
///
/// Frames are drawn at most once per interval on average. After a rest, a few may follow each other
/// quickly, so that an answer is shown at once although the question was drawn just before.
package struct FramePacer: Hashable, Sendable {
    /// The number of frames that may be drawn early after a rest.
    package static let spareFrames = 3
    /// The minimum pause between two frames, as a part of the interval.
    private static let shortestPart = 8

    private let interval: Duration
    /// When the frames drawn so far would have been over, had each taken an interval.
    private var end = Duration.zero

    /// Creates a pacer.
    package init(interval: Duration) { self.interval = interval }

    /// Records a frame that was drawn at this time of a steady clock.
    ///
    /// - Returns: the pause before the next frame.
    package mutating func pause(after now: Duration) -> Duration {
        let start = max(self.end, now)
        self.end = start + self.interval
        let ahead = self.end - now - self.interval * Self.spareFrames
        return max(ahead, self.interval / Self.shortestPart)
    }
}
