/// Detects from a regular beat that the process was suspended, or that the wall clock was set.
///
/// ```
///          started            beat: in time, slower than slew
/// idle ───────────────▶ watching ─────────────────────────────┐
///                          ▲ │ ▲                              │
///                          │ │ └──────────────────────────────┘
///                          └─┘ beat or ran, late: suspended; wall clock moved: stepped
/// ```
/// The monotonic clock of the timestamps must continue while the machine sleeps. A beat is
/// requested one `period` after the previous one. Whatever else runs in between says so with `ran`:
/// it may be the first to wake, and it tells more exactly when something ran for the last time.
/// The wall clock is compared only with that of the previous beat, so the slow corrections of a
/// time service, less than a step in a period, are not reported.
package struct ClockWatch: Sendable {
    package struct BeatOutcome: Hashable, Sendable {
        package var suspended: Suspension?
        package var stepped: Duration?

        package init(suspended: Suspension? = nil, stepped: Duration? = nil) {
            self.suspended = suspended
            self.stepped = stepped
        }
    }

    /// Also how much too long a suspension may seem.
    package static let period = Duration.seconds(1)
    /// Anything less late may be due to a busy machine.
    static let shortestSuspension = Duration.seconds(2)
    /// Between two beats; less is an adjustment of the clock.
    static let smallestStep = Duration.seconds(1)

    private struct Watched {
        var lastBeat: ChannelsTimestamp
        var lastRan: ChannelsTimestamp
        var asleep: Duration
    }

    private var watched: Watched?

    package init() {}

    package mutating func started(at time: ChannelsTimestamp, asleep: Duration = .zero) {
        self.watched = Watched(lastBeat: time, lastRan: time, asleep: asleep)
    }

    package mutating func beat(at time: ChannelsTimestamp, asleep: Duration = .zero) -> BeatOutcome
    {
        defer { self.started(at: time, asleep: asleep) }
        guard let watched = self.watched else { return BeatOutcome() }
        let step =
            time.wallDuration(since: watched.lastBeat) - time.duration(since: watched.lastBeat)
        return BeatOutcome(
            suspended: self.suspension(at: time, asleep),
            stepped: step.magnitude >= Self.smallestStep ? step : nil)
    }

    /// Call this for whatever runs between two beats.
    package mutating func ran(
        at time: ChannelsTimestamp, asleep: @autoclosure () -> Duration = .zero
    ) -> BeatOutcome {
        guard let watched = self.watched else { return BeatOutcome() }
        guard Self.isLate(time, after: watched.lastRan) else {
            self.watched?.lastRan = max(watched.lastRan, time)
            return BeatOutcome()
        }
        return self.beat(at: time, asleep: asleep())
    }

    private func suspension(at time: ChannelsTimestamp, _ asleep: Duration) -> Suspension? {
        guard let watched = self.watched, Self.isLate(time, after: watched.lastRan) else {
            return nil
        }
        let machine = min(
            max(asleep - watched.asleep, .zero), time.duration(since: watched.lastRan))
        return Suspension(lastRan: watched.lastRan, woke: time, machine: machine)
    }

    private static func isLate(_ time: ChannelsTimestamp, after lastRan: ChannelsTimestamp) -> Bool
    {
        time.duration(since: lastRan) >= Self.period + Self.shortestSuspension
    }
}

extension Duration {
    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
