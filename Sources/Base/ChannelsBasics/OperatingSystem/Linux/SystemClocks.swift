internal import Glibc

/// The clocks of the system, in nanoseconds (clock_gettime(2)).
package enum SystemClocks {
    /// The time since the machine was started, including the time it was suspended.
    package static var sinceStart: Int64 { self.nanoseconds(of: CLOCK_BOOTTIME) }

    /// The same, without the time it was suspended.
    package static var running: Int64 { self.nanoseconds(of: CLOCK_MONOTONIC) }

    /// The time since 1970. It jumps when the clock is set.
    package static var wall: Int64 { self.nanoseconds(of: CLOCK_REALTIME) }

    private static func nanoseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
