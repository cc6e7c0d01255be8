/// The simplest policies.
extension ReconnectionPolicy {
    /// A retry every 5 s.
    public static let fixed = Self.fixed(.seconds(5))

    /// A retry after the same delay each time, for ever. What `ConnectionEnd.isRefusal` names stops,
    /// and 4000 switches to TLS, once. Two attempts start 0.2 s apart at least, whatever the delay.
    public static func fixed(_ delay: Duration) -> Self {
        Self(
            name: "fixed", baseDelay: max(.zero, delay), stableTime: .seconds(30)
        ) { history, _, delay in
            if history.end.asksForTLS, !history.usesTLS { return .switchToTLS }
            if history.end.isRefusal { return .giveUp }
            return .retry(
                after: history.guarded(delay), rule: "\(history.end.brief): the fixed delay")
        }
    }

    /// No retry at all: every end is final until the user asks to connect, or the network is said
    /// to be reachable again.
    public static let never = Self(name: "never", stableTime: .zero) { _, _, _ in .giveUp }
}
