/// The reconnection options of a client, each as a changed policy. Refusals still stop it.
extension ReconnectionPolicy {
    /// `reconnectAttemptsMax` of PusherSwift.
    /// - Parameter count: consecutive retries; `nil` removes the limit, a negative number counts as
    ///   0.
    package func withMaximumAttempts(_ count: Int?) -> Self {
        var policy = self
        policy.attemptLimit = count.map { max(0, $0) }
        return policy
    }

    /// Also limits a server's `Retry-After` (`maxReconnectGapInSeconds` of PusherSwift and the Java
    /// library).
    /// - Parameter delay: `nil` removes the maximum, unless the rules have one; at least a second,
    ///   to spare the server.
    package func withMaximumDelay(_ delay: Duration?) -> Self {
        var policy = self
        policy.longestDelay = delay.map { max($0, .seconds(1)) }
        return policy
    }

    /// `reconnectDelay` of libPusher: the delay of `.fixed` and `.libPusherClassic`, multiplied by
    /// `.libPusher`. Policies without a base delay are returned unchanged.
    /// - Parameter delay: more than a year counts as a year.
    package func withBaseDelay(_ delay: Duration) -> Self {
        guard self.baseDelay != nil else { return self }
        var policy = self
        policy.baseDelay = min(max(.zero, delay), Self.longestBaseDelay)
        return policy
    }

    /// Returns the policy at its library's pace, which can flood a server, and with the library's
    /// time limit, if any. Use it only for predictions, never for a connection.
    package func atLibraryPace() -> Self {
        var policy = self
        policy.isGuarded = false
        policy.firstTimeLimit = self.firstTimeLimit ?? self.libraryTimeLimit
        return policy
    }

    /// The limit of a library that waits for a server indefinitely.
    package static let unlimited = Duration.seconds(31_536_000)

    /// - Parameter limit: the library's time limit for an attempt, if the rules set none.
    func attemptsTake(atMost limit: Duration) -> Self {
        var policy = self
        policy.libraryTimeLimit = limit
        return policy
    }

    private static let longestBaseDelay = Duration.seconds(31_536_000)
}
