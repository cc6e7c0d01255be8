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
    /// What a beat showed. Both may be set at once.
    package struct BeatOutcome: Hashable, Sendable {
        /// Set if nothing ran here for a while.
        package var suspended: Suspension?
        /// How far the wall clock was set: forward, or back if negative.
        package var stepped: Duration?

        package init(suspended: Suspension? = nil, stepped: Duration? = nil) {
            self.suspended = suspended
            self.stepped = stepped
        }
    }

    /// The time between beats: how much longer than it was a suspension may seem.
    package static let period = Duration.seconds(1)
    /// A sign of life that is at least this late was not merely delayed by a busy machine.
    static let shortestSuspension = Duration.seconds(2)
    /// A difference of at least this much between two beats means that the wall clock was set
    /// rather than adjusted.
    static let smallestStep = Duration.seconds(1)

    private struct Watched {
        var lastBeat: ChannelsTimestamp
        var lastRan: ChannelsTimestamp
        /// How long the machine had been suspended by then, since it was started.
        var asleep: Duration
    }

    private var watched: Watched?

    package init() {}

    /// The beats start, or start again. The first is due in one period.
    /// - Parameter asleep: how long the machine has been suspended since it was started.
    package mutating func started(at time: ChannelsTimestamp, asleep: Duration = .zero) {
        self.watched = Watched(lastBeat: time, lastRan: time, asleep: asleep)
    }

    /// A beat came. The next is due in one period. A first beat without `started` shows nothing.
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

    /// Something ran between two beats.
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
