package import ChannelsProtocol

/// What a screen shows about the time that it shows.
package struct PlaybackStatus: Hashable, Sendable {
    /// The time of a recording that is replayed.
    package struct Span: Hashable, Sendable {
        /// The first time.
        package let start: Timestamp
        /// The last time.
        package let end: Timestamp

        package init(start: Timestamp, end: Timestamp) {
            self.start = start
            self.end = end
        }

        /// The share of the span before a time, from 0 to 1.
        package func share(of time: Timestamp) -> Double {
            let whole = self.end.duration(since: self.start).inSeconds
            guard whole > 0 else { return 1 }
            return min(max(time.duration(since: self.start).inSeconds / whole, 0), 1)
        }

        func time(at share: Double) -> Timestamp {
            self.start.advanced(by: self.end.duration(since: self.start) * min(max(share, 0), 1))
        }
    }

    /// The recording; `nil` for a live view.
    var span: Span?
    /// The time that is shown.
    package var shown: Timestamp
    /// How far a live view is behind the clock.
    var lag: Duration
    /// Seconds that are shown per second.
    var speed: Double
    package var isPaused: Bool
    /// Whether a recording is shown to its end.
    var isAtEnd: Bool

    package init(
        span: Span?, shown: Timestamp, lag: Duration = .zero, speed: Double, isPaused: Bool,
        isAtEnd: Bool = false
    ) {
        self.span = span
        self.shown = shown
        self.lag = lag
        self.speed = speed
        self.isPaused = isPaused
        self.isAtEnd = isAtEnd
    }

    /// The speed, as it is typed: `2x`, `0.5x`.
    package var speedText: String {
        let rounded = (self.speed * 100).rounded() / 100
        return rounded == rounded.rounded() ? "\(Int(rounded))x" : "\(rounded)x"
    }
}

/// A wish about the time that is shown.
package enum PlaybackRequest: Hashable, Sendable {
    /// Stands still, or continues.
    case togglePause
    /// The next speed of the list: 1 is faster, −1 slower.
    case changeSpeed(Int)
    case speed(Double)
    /// The next event, or the one before: then time stands still.
    case step(Int)
    case seek(SeekTarget)
    /// A live view shows the clock's own time again.
    case goLive

    /// The intended action, for the message that it failed.
    var words: String {
        switch self {
        case .togglePause: "freeze or resume"
        case .changeSpeed, .speed: "change the speed"
        case .step: "step"
        case .seek: "seek"
        case .goLive: "go live"
        }
    }
}
