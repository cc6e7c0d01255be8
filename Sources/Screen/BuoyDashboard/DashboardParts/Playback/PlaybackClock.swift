package import ChannelsProtocol

/// The time that the screen shows: that of the clock, or slower, faster or standing still.
///
/// A live view can only be slowed down; faster, it catches up with the clock and is live again. A
/// replay is never live.
package struct PlaybackClock: Hashable, Sendable {
    private enum Pace: Hashable {
        /// The clock's own time.
        case live
        /// Time has stood still at `from` since it was set.
        case paused(at: Timestamp)
        /// `from` was shown at `since` on the clock.
        case running(from: Timestamp, since: Timestamp)
    }

    private var pace: Pace
    /// How many seconds are shown per second of the clock, while time does not stand still.
    package private(set) var speed = 1.0
    private let canBeLive: Bool
    /// The time of what is shown next: however fast time runs, it does not pass what was not shown
    /// yet.
    package var ceiling: Timestamp?

    /// The speeds to choose from by key.
    static let speeds = [0.1, 0.25, 0.5, 1, 2, 5, 10, 25, 50, 100, 1000]
    /// The possible speeds.
    package static let limits = 0.01...10_000.0

    /// The clock's own time.
    package init() {
        self.pace = .live
        self.canBeLive = true
    }

    /// A replay from a time on.
    /// - Parameter now: the time of the clock.
    package init(replayFrom time: Timestamp, at now: Timestamp) {
        self.pace = .running(from: time, since: now)
        self.canBeLive = false
    }

    /// Whether the clock's own time is shown.
    package var isLive: Bool { self.pace == .live }

    /// Whether time stands still.
    package var isPaused: Bool {
        if case .paused = self.pace { true } else { false }
    }

    /// The time that is shown when the clock shows `now`.
    package func shown(at now: Timestamp) -> Timestamp {
        let time = self.unlimited(at: now)
        return self.ceiling.map { min($0, time) } ?? time
    }

    private func unlimited(at now: Timestamp) -> Timestamp {
        switch self.pace {
        case .live: now
        case .paused(let time): time
        case .running(let from, let since):
            from.advanced(by: now.duration(since: since) * self.speed)
        }
    }

    /// The time of the clock until something is shown; `nil` while time stands still.
    package func wait(until time: Timestamp, at now: Timestamp) -> Duration? {
        switch self.pace {
        case .live: time.duration(since: now)
        case .paused: nil
        case .running: time.duration(since: self.shown(at: now)) / self.speed
        }
    }

    /// A view that has caught up is live again.
    package mutating func settle(at now: Timestamp) {
        guard self.canBeLive, !self.isPaused, self.speed >= 1, self.shown(at: now) >= now else {
            return
        }
        self.goLive()
    }

    /// Shows the clock's own time again, if this is not a replay.
    package mutating func goLive() {
        guard self.canBeLive else { return }
        self.pace = .live
        self.speed = 1
    }

    /// Changes the speed, and lets time continue.
    package mutating func setSpeed(_ speed: Double, at now: Timestamp) {
        let shown = self.shown(at: now)
        self.speed = min(max(speed, Self.limits.lowerBound), Self.limits.upperBound)
        self.pace = .running(from: shown, since: now)
        self.settle(at: now)
    }

    /// Chooses the next speed from the list.
    package mutating func changeSpeed(by step: Int, at now: Timestamp) {
        let next =
            step > 0
            ? Self.speeds.first { $0 > self.speed } : Self.speeds.last { $0 < self.speed }
        if let next { self.setSpeed(next, at: now) }
    }

    /// Lets time stand still, or continue.
    package mutating func setPaused(_ isPaused: Bool, at now: Timestamp) {
        guard isPaused != self.isPaused else { return }
        let shown = self.shown(at: now)
        self.pace = isPaused ? .paused(at: shown) : .running(from: shown, since: now)
    }

    /// Shows another time from now on: after a jump, or because what is shown cannot keep up.
    package mutating func jump(to time: Timestamp, at now: Timestamp) {
        switch self.pace {
        case .live: break
        case .paused: self.pace = .paused(at: time)
        case .running: self.pace = .running(from: time, since: now)
        }
    }

    /// Adopts the wall clock of what was recorded, which may have been set in between.
    package mutating func align(with time: Timestamp, at now: Timestamp) {
        guard !self.isLive else { return }
        var shown = self.shown(at: now)
        let since = shown.duration(since: time)
        shown.wallMicroseconds = time.advanced(by: since).wallMicroseconds
        self.jump(to: shown, at: now)
    }
}
