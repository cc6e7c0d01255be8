internal import FoundationEssentials

/// Where the sandbox takes its time from; a test gives its own.
package struct SandboxClock: Sendable {
    /// The time since some fixed start, on a clock that never steps.
    package var uptime: @Sendable () -> Duration
    /// The wall clock, in whole seconds since 1970: what HTTP API requests are dated with.
    package var unixTime: @Sendable () -> Int64
    /// Returns after a duration; throws when the task is cancelled meanwhile.
    package var sleep: @Sendable (Duration) async throws -> Void

    package init(
        uptime: @escaping @Sendable () -> Duration, unixTime: @escaping @Sendable () -> Int64,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.uptime = uptime
        self.unixTime = unixTime
        self.sleep = sleep
    }

    /// The clocks of the system, starting now.
    package static func system() -> SandboxClock {
        let start = ContinuousClock.now
        return SandboxClock(
            uptime: { ContinuousClock.now - start },
            unixTime: { Int64(Date().timeIntervalSince1970) },
            sleep: { try await Task.sleep(for: $0, clock: .continuous) }
        )
    }
}
