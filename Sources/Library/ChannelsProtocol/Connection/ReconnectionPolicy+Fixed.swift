extension ReconnectionPolicy {
    /// A retry every 5 s.
    public static let fixed = Self.fixed(.seconds(5))

    /// Retries with the same delay each time, without limit. Stops after a refusal
    /// (`ConnectionEnd.isRefusal`), and switches to TLS once, after 4000. Attempts start at least
    /// 0.2 s apart, whatever the delay.
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

    /// No retries: every end is permanent until the user asks to connect, or the network becomes
    /// reachable again.
    public static let never = Self(name: "never", stableTime: .zero) { _, _, _ in .giveUp }
}
