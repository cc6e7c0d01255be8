/// Sees from a regular beat that this process did not run, or that the wall clock was set.
///
/// ```
///          started            beat: in time, slower than slew
/// idle ───────────────▶ watching ─────────────────────────────┐
///                          ▲ │ ▲                              │
///                          │ │ └──────────────────────────────┘
///                          └─┘ beat, late: suspended; wall clock moved: stepped
/// ```
/// The monotonic clock of its timestamps must go on while the machine sleeps. A beat is asked for
/// one `period` after the one before; each is compared with the last one only, so that the slow
/// corrections of a time service, less than a step in a period, are followed without a word.
package struct ClockWatch: Sendable {
    /// What a beat showed; both may be true at once.
    package struct OnBeat: Hashable, Sendable {
        /// How much later than due the beat came, when that says that this process, or the machine,
        /// did not run.
        package var suspended: Duration?
        /// How far the wall clock was set, forwards or, negative, backwards.
        package var stepped: Duration?

        package init(suspended: Duration? = nil, stepped: Duration? = nil) {
            self.suspended = suspended
            self.stepped = stepped
        }
    }

    /// How far apart the beats are to be.
    package static let period = Duration.seconds(5)
    /// A beat that is at least this late was not merely delayed by a busy machine.
    package static let shortestSuspension = Duration.seconds(2)
    /// Between two beats, the wall clock is adjusted by less than this, or else was set.
    package static let smallestStep = Duration.seconds(1)

    private var last: Timestamp?

    package init() {}

    /// The beats begin, or begin again: the first is due in one period.
    package mutating func started(at time: Timestamp) {
        self.last = time
    }

    /// A beat came; the next is due in one period from now. The first one without a start shows
    /// nothing.
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

extension Timestamp {
    /// The time that passed on the wall clock.
    fileprivate func wallDuration(since earlier: Timestamp) -> Duration {
        .microseconds(self.wallMicroseconds &- earlier.wallMicroseconds)
    }
}

extension Duration {
    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
