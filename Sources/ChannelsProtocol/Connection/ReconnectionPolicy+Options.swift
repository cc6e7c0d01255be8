/// Options: each answers the policy changed in one respect, with all its other rules. Refusals still
/// stop, and a policy that never tries again after a first failure still does not.
extension ReconnectionPolicy {
    /// The policy with another limit on retries: after so many in a row it gives up. PusherSwift
    /// calls this `reconnectAttemptsMax`.
    /// - Parameter count: `nil` takes the limit away; a negative one counts as none at all, 0.
    public func limited(toAttempts count: Int?) -> Self {
        var policy = self
        policy.attemptLimit = count.map { max(0, $0) }
        return policy
    }

    /// The policy with another cap on its delays, also on those that a server asked for with
    /// `Retry-After`. PusherSwift and the Java library call this `maxReconnectGapInSeconds`.
    /// - Parameter gap: `nil` takes the cap away, save where the rules themselves have one; less
    ///   than a second counts as a second, so that no cap undoes the care for the server.
    public func capped(at gap: Duration?) -> Self {
        var policy = self
        policy.longestDelay = gap.map { max($0, .seconds(1)) }
        return policy
    }

    /// The policy with another base delay: the delay of `.fixed` and of `.libPusherClassic`, and
    /// what `.libPusher` waits and multiplies. libPusher calls this `reconnectDelay`.
    ///
    /// More than a year counts as a year.
    ///
    /// Other policies have no such delay (`baseDelay` is `nil`) and are answered unchanged: their
    /// delays follow from a formula, and replacing them all by one would be another policy, which
    /// is `.fixed(delay)`.
    public func withDelay(_ delay: Duration) -> Self {
        guard self.baseDelay != nil else { return self }
        var policy = self
        policy.baseDelay = min(max(.zero, delay), Self.longestBaseDelay)
        return policy
    }

    private static let longestBaseDelay = Duration.seconds(31_536_000)
}
