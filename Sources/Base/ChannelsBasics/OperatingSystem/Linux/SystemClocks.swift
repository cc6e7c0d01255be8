internal import Glibc

/// In nanoseconds (clock_gettime(2)).
package enum SystemClocks {
    /// Since boot, including suspended time.
    package static var sinceStart: Int64 { self.nanoseconds(of: CLOCK_BOOTTIME) }

    /// Excludes suspended time.
    package static var running: Int64 { self.nanoseconds(of: CLOCK_MONOTONIC) }

    /// Since 1970; jumps when the clock is set.
    package static var wall: Int64 { self.nanoseconds(of: CLOCK_REALTIME) }

    private static func nanoseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
