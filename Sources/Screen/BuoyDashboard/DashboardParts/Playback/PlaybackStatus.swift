package import ChannelsProtocol

package struct PlaybackStatus: Hashable, Sendable {
    package struct Span: Hashable, Sendable {
        package let start: ChannelsTimestamp
        package let end: ChannelsTimestamp

        package init(start: ChannelsTimestamp, end: ChannelsTimestamp) {
            self.start = start
            self.end = end
        }

        /// From 0 to 1.
        package func share(of time: ChannelsTimestamp) -> Double {
            let whole = self.end.duration(since: self.start).inSeconds
            guard whole > 0 else { return 1 }
            return min(max(time.duration(since: self.start).inSeconds / whole, 0), 1)
        }

        func time(at share: Double) -> ChannelsTimestamp {
            self.start.advanced(by: self.end.duration(since: self.start) * min(max(share, 0), 1))
        }
    }

    /// `nil` for a live view.
    var span: Span?
    package var shown: ChannelsTimestamp
    var lag: Duration
    var speed: Double
    package var isPaused: Bool
    var isAtEnd: Bool

    package init(
        span: Span?, shown: ChannelsTimestamp, lag: Duration = .zero, speed: Double, isPaused: Bool,
        isAtEnd: Bool = false
    ) {
        self.span = span
        self.shown = shown
        self.lag = lag
        self.speed = speed
        self.isPaused = isPaused
        self.isAtEnd = isAtEnd
    }

    /// `2x`, `0.5x`
    package var speedText: String {
        let rounded = (self.speed * 100).rounded() / 100
        return rounded == rounded.rounded() ? "\(Int(rounded))x" : "\(rounded)x"
    }
}

package enum PlaybackRequest: Hashable, Sendable {
    case togglePause
    /// The next speed of the list: 1 is faster, −1 slower.
    case changeSpeed(Int)
    case speed(Double)
    /// The next or previous event; then time stands still.
    case step(Int)
    case seek(SeekTarget)
    case goLive

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
