import FoundationEssentials

package struct SandboxClock: Sendable {
    /// The time since a fixed start, on a monotonic clock.
    package var uptime: @Sendable () -> Duration
    /// The wall clock, in milliseconds since 1970.
    var unixMilliseconds: @Sendable () -> Int64
    /// Returns after a duration; throws if the task is cancelled in the meantime.
    package var sleep: @Sendable (Duration) async throws -> Void

    /// In whole seconds since 1970, as in the timestamps of HTTP API requests.
    func unixTime() -> Int64 { self.unixMilliseconds() / 1000 }

    package static func system() -> SandboxClock {
        let start = ContinuousClock.now
        return SandboxClock(
            uptime: { ContinuousClock.now - start },
            unixMilliseconds: { Int64(Date().timeIntervalSince1970 * 1000) },
            sleep: { try await Task.sleep(for: $0, clock: .continuous) }
        )
    }
}
