/// How long to wait after a failure that may pass: exponential back-off with jitter, capped.
///
/// ```
/// cap / 2 + random(0 … cap / 2)        cap = 1 2 4 8 16 32 64 64 … s after 1 2 3 … failures
/// ```
enum PushBackOff {
    /// The longest delay without a request of the server.
    static let cap = Duration.seconds(64)
    /// The longest `Retry-After` that is respected.
    static let longestWait = Duration.seconds(3600)

    /// - Parameters:
    ///   - failures: consecutive failures, at least 1.
    ///   - chance: a random number from 0 to 1.
    ///   - retryAfter: how long the server asked to wait; it prolongs the delay, up to an hour.
    static func delay(
        failures: Int, chance: Double, retryAfter: Duration? = nil
    ) -> Duration {
        let cap = min(Self.cap, .seconds(1 << min(max(failures - 1, 0), 6)))
        let delay = cap / 2 + cap / 2 * min(max(chance, 0), 1)
        return max(delay, min(retryAfter ?? .zero, Self.longestWait))
    }
}
