/// What the reconnection options of a client make of a policy. Each method returns the policy
/// changed in one respect; refusals still stop it.
extension ReconnectionPolicy {
    /// The policy with another limit on retries in a row (`reconnectAttemptsMax` of PusherSwift).
    ///
    /// - Parameter count: `nil` removes the limit; a negative number counts as 0.
    package func withMaximumAttempts(_ count: Int?) -> Self {
        var policy = self
        policy.attemptLimit = count.map { max(0, $0) }
        return policy
    }

    /// The policy with another cap on its delays, also on those that a server asks for with
    /// `Retry-After` (`maxReconnectGapInSeconds` of PusherSwift and the Java library).
    ///
    /// - Parameter delay: `nil` removes the cap, unless the rules themselves have one; less than a
    ///   second counts as a second, to spare the server.
    package func withMaximumDelay(_ delay: Duration?) -> Self {
        var policy = self
        policy.longestDelay = delay.map { max($0, .seconds(1)) }
        return policy
    }

    /// The policy with another base delay (`reconnectDelay` of libPusher): the delay of `.fixed` and
    /// of `.libPusherClassic`, and what `.libPusher` waits and multiplies. Other policies have none
    /// (`baseDelay` is `nil`) and are returned unchanged.
    ///
    /// - Parameter delay: more than a year counts as a year.
    package func withBaseDelay(_ delay: Duration) -> Self {
        guard self.baseDelay != nil else { return self }
        var policy = self
        policy.baseDelay = min(max(.zero, delay), Self.longestBaseDelay)
        return policy
    }

    private static let longestBaseDelay = Duration.seconds(31_536_000)
}
