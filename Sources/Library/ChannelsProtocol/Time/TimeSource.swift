import ChannelsBasics

/// The system's clocks, or a test's own, so that a day of reconnecting takes no time.
package protocol TimeSource: Sendable {
    func now() -> ChannelsTimestamp

    /// Since the machine was started; included in the monotonic clock.
    func timeSuspended() -> Duration

    /// On the monotonic clock; throws `CancellationError`.
    func sleep(until moment: ChannelsTimestamp) async throws
}

extension TimeSource {
    package func timeSuspended() -> Duration { .zero }
}

/// The monotonic clock includes suspension, so that a ping is overdue after a night with the
/// lid closed.
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
