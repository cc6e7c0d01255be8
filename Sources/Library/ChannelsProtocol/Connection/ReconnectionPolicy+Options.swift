/// Applies the reconnection options of a client to a policy. Each method returns the policy changed
/// in one respect; refusals still stop it.
extension ReconnectionPolicy {
    /// Returns the policy with another limit on consecutive retries (`reconnectAttemptsMax` of
    /// PusherSwift).
    ///
    /// - Parameter count: `nil` removes the limit; a negative number counts as 0.
    package func withMaximumAttempts(_ count: Int?) -> Self {
        var policy = self
        policy.attemptLimit = count.map { max(0, $0) }
        return policy
    }

    /// Returns the policy with another maximum delay, which also applies to the delays that a
    /// server requests by `Retry-After` (`maxReconnectGapInSeconds` of PusherSwift and the Java
    /// library).
    ///
    /// - Parameter delay: `nil` removes the maximum, unless the rules themselves have one; less
    ///   than a second counts as a second, to spare the server.
    package func withMaximumDelay(_ delay: Duration?) -> Self {
        var policy = self
        policy.longestDelay = delay.map { max($0, .seconds(1)) }
        return policy
    }

    /// Returns the policy with another base delay (`reconnectDelay` of libPusher): the delay of
    /// `.fixed` and `.libPusherClassic`, and the one that `.libPusher` multiplies. Policies without
    /// a base delay (`baseDelay` is `nil`) are returned unchanged.
    ///
    /// - Parameter delay: more than a year counts as a year.
    package func withBaseDelay(_ delay: Duration) -> Self {
        guard self.baseDelay != nil else { return self }
        var policy = self
        policy.baseDelay = min(max(.zero, delay), Self.longestBaseDelay)
        return policy
    }

    /// Returns the policy at the pace of its library, which may flood a server: only to predict
    /// what a library does, never for a connection.
    package func atLibraryPace() -> Self {
        var policy = self
        policy.isGuarded = false
        return policy
    }

    private static let longestBaseDelay = Duration.seconds(31_536_000)
}
