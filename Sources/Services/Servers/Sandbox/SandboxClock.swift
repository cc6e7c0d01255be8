import FoundationEssentials

/// The clocks of the sandbox; a test provides its own.
package struct SandboxClock: Sendable {
    /// The time since a fixed start, on a monotonic clock.
    package var uptime: @Sendable () -> Duration
    /// The wall clock, in whole seconds since 1970, for the timestamps of HTTP API requests.
    package var unixTime: @Sendable () -> Int64
    /// Returns after a duration; throws if the task is cancelled in the meantime.
    package var sleep: @Sendable (Duration) async throws -> Void

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
