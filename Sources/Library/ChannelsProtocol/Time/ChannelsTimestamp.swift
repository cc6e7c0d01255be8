/// A point in time, on a monotonic clock for durations and on the wall clock for display.
/// Compare only timestamps of one machine, without a restart in between.
public struct ChannelsTimestamp: Hashable, Sendable, Comparable {
    package var monotonicNanoseconds: Int64
    /// Since 1970-01-01 00:00 UTC; the wall clock may be set forward or back.
    package var wallMicroseconds: Int64

    package init(monotonicNanoseconds: Int64, wallMicroseconds: Int64) {
        self.monotonicNanoseconds = monotonicNanoseconds
        self.wallMicroseconds = wallMicroseconds
    }

    /// The start of both clocks (1970 on the wall clock), as a placeholder in tests.
    public static let zero = ChannelsTimestamp(monotonicNanoseconds: 0, wallMicroseconds: 0)

    /// Whether the left one is earlier on the monotonic clock. The wall clock is ignored.
    public static func < (left: ChannelsTimestamp, right: ChannelsTimestamp) -> Bool {
        left.monotonicNanoseconds < right.monotonicNanoseconds
    }

    /// Returns the time since `earlier`; negative if `earlier` is later. The result is clamped to
    /// about ±292 years, because a recording may contain any time.
    public func duration(since earlier: ChannelsTimestamp) -> Duration {
        .nanoseconds(self.monotonicNanoseconds.subtractingClamped(earlier.monotonicNanoseconds))
    }

    package func wallDuration(since earlier: ChannelsTimestamp) -> Duration {
        .microseconds(self.wallMicroseconds.subtractingClamped(earlier.wallMicroseconds))
    }

    /// Returns this point in time moved by a duration on both clocks, clamped to their limits.
    public func advanced(by duration: Duration) -> ChannelsTimestamp {
        let nanoseconds = duration.clampedNanoseconds
        return ChannelsTimestamp(
            monotonicNanoseconds: self.monotonicNanoseconds.addingClamped(nanoseconds),
            wallMicroseconds: self.wallMicroseconds.addingClamped(nanoseconds / 1000)
        )
    }
}

extension Duration {
    package var clampedNanoseconds: Int64 {
        let (seconds, attoseconds) = self.components
        let (product, tooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, tooFar) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        guard tooLarge || tooFar else { return sum }
        return seconds < 0 ? .min : .max
    }

    package var inSeconds: Double {
        Double(self.components.seconds) + Double(self.components.attoseconds) * 1e-18
    }
}

extension Duration {
    /// `10 s`, `2.5 s`, `250 ms`; less than a millisecond is `0 ms`.
    package var inWords: String {
        let milliseconds = self.clampedNanoseconds / 1_000_000
        let sign = milliseconds < 0 ? "-" : ""
        let size = milliseconds.magnitude
        guard size >= 1000 else { return "\(sign)\(size)ms" }
        let tenths = size % 1000 / 100
        return "\(sign)\(size / 1000)\(tenths == 0 ? "" : ".\(tenths)")s"
    }
}
