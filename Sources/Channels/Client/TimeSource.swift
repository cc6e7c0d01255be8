package import ChannelsProtocol
internal import Glibc

/// Where a client takes its time from. The system's; a test gives its own, so that a
/// day of reconnecting passes in no time.
package protocol TimeSource: Sendable {
    /// The present moment on both clocks.
    func now() -> Timestamp

    /// Returns when the clock that never steps has reached a moment; at once when it has already.
    ///
    /// - Throws: `CancellationError` when the task is cancelled meanwhile.
    func sleep(until moment: Timestamp) async throws
}

/// The clocks of the system. Time that the machine spends suspended counts, so that a ping is
/// overdue after a night with the lid closed (clock_gettime(2), CLOCK_BOOTTIME).
package struct SystemTime: TimeSource {
    package init() {}

    package func now() -> Timestamp {
        Timestamp(
            monotonicNanoseconds: Self.nanoseconds(of: CLOCK_BOOTTIME),
            wallMicroseconds: Self.nanoseconds(of: CLOCK_REALTIME) / 1000
        )
    }

    package func sleep(until moment: Timestamp) async throws {
        // A clock of the system cannot count to the end of time.
        let remaining = min(moment.duration(since: self.now()), .seconds(31_536_000))
        try await Task.sleep(for: max(remaining, Duration.zero), clock: .continuous)
    }

    private static func nanoseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
