/// Detects from a regular beat that the process was suspended, or that the wall clock was set.
///
/// ```
///          started            beat: in time, slower than slew
/// idle ───────────────▶ watching ─────────────────────────────┐
///                          ▲ │ ▲                              │
///                          │ │ └──────────────────────────────┘
///                          └─┘ beat, late: suspended; wall clock moved: stepped
/// ```
/// The monotonic clock of the timestamps must continue while the machine sleeps. A beat is
/// requested one `period` after the previous one. Each is compared only with the previous one, so
/// the slow corrections of a time service, less than a step in a period, are not reported.
package struct ClockWatch: Sendable {
    /// What a beat showed. Both may be set at once.
    package struct OnBeat: Hashable, Sendable {
        /// How late the beat came, if that means that the process or the machine was suspended.
        package var suspended: Duration?
        /// How far the wall clock was set: forward, or back if negative.
        package var stepped: Duration?

        package init(suspended: Duration? = nil, stepped: Duration? = nil) {
            self.suspended = suspended
            self.stepped = stepped
        }
    }

    /// The time between beats.
    package static let period = Duration.seconds(5)
    /// A beat at least this late was not merely delayed by a busy machine.
    package static let shortestSuspension = Duration.seconds(2)
    /// A difference of at least this much between two beats means that the wall clock was set
    /// rather than adjusted.
    package static let smallestStep = Duration.seconds(1)

    private var last: Timestamp?

    package init() {}

    /// The beats begin, or begin again. The first is due in one period.
    package mutating func started(at time: Timestamp) {
        self.last = time
    }

    /// A beat came. The next is due in one period. A first beat without `started` shows nothing.
    package mutating func beat(at time: Timestamp) -> OnBeat {
        defer { self.last = time }
        guard let last = self.last else { return OnBeat() }
        let passed = time.duration(since: last)
        let late = passed - Self.period
        let step = time.wallDuration(since: last) - passed
        return OnBeat(
            suspended: late >= Self.shortestSuspension ? late : nil,
            stepped: step.magnitude >= Self.smallestStep ? step : nil)
    }
}

extension Duration {
    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
