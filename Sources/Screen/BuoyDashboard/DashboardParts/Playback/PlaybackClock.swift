package import ChannelsProtocol

/// The time that the screen shows: that of the clock, or slower, faster or standing still.
///
/// A live view can only be slowed down; faster, it catches up with the clock and is live again. A
/// replay is never live.
package struct PlaybackClock: Hashable, Sendable {
    private enum Pace: Hashable {
        case live
        case paused(at: ChannelsTimestamp)
        case running(from: ChannelsTimestamp, since: ChannelsTimestamp)
    }

    private var pace: Pace
    /// Seconds shown per second of the clock.
    package private(set) var speed = 1.0
    private let canBeLive: Bool
    /// The time of what is shown next: however fast time runs, it does not pass it.
    package var ceiling: ChannelsTimestamp?

    static let speeds = [0.1, 0.25, 0.5, 1, 2, 5, 10, 25, 50, 100, 1000]
    package static let limits = 0.01...10_000.0

    package init() {
        self.pace = .live
        self.canBeLive = true
    }

    package init(replayFrom time: ChannelsTimestamp, at now: ChannelsTimestamp) {
        self.pace = .running(from: time, since: now)
        self.canBeLive = false
    }

    package var isLive: Bool { self.pace == .live }

    package var isPaused: Bool {
        if case .paused = self.pace { true } else { false }
    }

    package func shown(at now: ChannelsTimestamp) -> ChannelsTimestamp {
        let time = self.unlimited(at: now)
        return self.ceiling.map { min($0, time) } ?? time
    }

    private func unlimited(at now: ChannelsTimestamp) -> ChannelsTimestamp {
        switch self.pace {
        case .live: now
        case .paused(let time): time
        case .running(let from, let since):
            from.advanced(by: now.duration(since: since) * self.speed)
        }
    }

    /// On the clock; `nil` while time stands still.
    package func wait(until time: ChannelsTimestamp, at now: ChannelsTimestamp) -> Duration? {
        switch self.pace {
        case .live: time.duration(since: now)
        case .paused: nil
        case .running: time.duration(since: self.shown(at: now)) / self.speed
        }
    }

    package mutating func settle(at now: ChannelsTimestamp) {
        guard self.canBeLive, !self.isPaused, self.speed >= 1, self.shown(at: now) >= now else {
            return
        }
        self.goLive()
    }

    package mutating func goLive() {
        guard self.canBeLive else { return }
        self.pace = .live
        self.speed = 1
    }

    package mutating func setSpeed(_ speed: Double, at now: ChannelsTimestamp) {
        let shown = self.shown(at: now)
        self.speed = min(max(speed, Self.limits.lowerBound), Self.limits.upperBound)
        self.pace = .running(from: shown, since: now)
        self.settle(at: now)
    }

    package mutating func changeSpeed(by step: Int, at now: ChannelsTimestamp) {
        let next =
            step > 0
            ? Self.speeds.first { $0 > self.speed } : Self.speeds.last { $0 < self.speed }
        if let next { self.setSpeed(next, at: now) }
    }

    package mutating func setPaused(_ isPaused: Bool, at now: ChannelsTimestamp) {
        guard isPaused != self.isPaused else { return }
        let shown = self.shown(at: now)
        self.pace = isPaused ? .paused(at: shown) : .running(from: shown, since: now)
    }

    package mutating func jump(to time: ChannelsTimestamp, at now: ChannelsTimestamp) {
        switch self.pace {
        case .live: break
        case .paused: self.pace = .paused(at: time)
        case .running: self.pace = .running(from: time, since: now)
        }
    }

    /// Adopts the wall clock of the recording, which may have been set in between.
    package mutating func align(with time: ChannelsTimestamp, at now: ChannelsTimestamp) {
        guard !self.isLive else { return }
        var shown = self.shown(at: now)
        let since = shown.duration(since: time)
        shown.wallMicroseconds = time.advanced(by: since).wallMicroseconds
        self.jump(to: shown, at: now)
    }
}
