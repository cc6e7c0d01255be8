import ChannelsBasics

/// The source of a client's time: the system, or a test's own clock, so that a day of reconnecting
/// takes no time.
package protocol TimeSource: Sendable {
    /// The current time on both clocks.
    func now() -> ChannelsTimestamp

    /// How long the machine has been suspended since it was started: part of what has passed on the
    /// monotonic clock.
    func timeSuspended() -> Duration

    /// Returns when the monotonic clock has reached a point in time; at once if it already has.
    ///
    /// - Throws: `CancellationError` if the task is cancelled in the meantime.
    func sleep(until moment: ChannelsTimestamp) async throws
}

extension TimeSource {
    /// A machine that is never suspended.
    package func timeSuspended() -> Duration { .zero }
}

/// The clocks of the system. The monotonic clock includes suspension, so that a ping is overdue
/// after a night with the lid closed.
package struct SystemTime: TimeSource {
    package init() {}

    package func now() -> ChannelsTimestamp {
        ChannelsTimestamp(
            monotonicNanoseconds: SystemClocks.sinceStart,
            wallMicroseconds: SystemClocks.wall / 1000
        )
    }

    package func timeSuspended() -> Duration {
        let running = SystemClocks.running
        return .nanoseconds(SystemClocks.sinceStart &- running)
    }

    package func sleep(until moment: ChannelsTimestamp) async throws {
        // The system's clock cannot represent the end of time.
        let remaining = min(moment.duration(since: self.now()), .seconds(31_536_000))
        try await Task.sleep(for: max(remaining, Duration.zero), clock: .continuous)
    }
}
