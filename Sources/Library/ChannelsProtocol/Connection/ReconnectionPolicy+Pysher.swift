extension ReconnectionPolicy {
    /// Reconnects like the Python library pysher 1.0 with websocket-client 1.9
    /// (`pysher/connection.py`): 10 s after every end, without limit.
    ///
    /// It does not look at close codes, so it comes back after 4001 too. It looks at the code of a
    /// `pusher:error` that comes instead of a connection: 4000–4099 stop it, 4200–4299 are retried
    /// at once. The library then keeps retrying at once after every loss, and floods the server;
    /// here, such attempts start at least 0.2 s apart, and a later loss waits 10 s again.
    ///
    /// After a missing pong, it reports `failed` and does not try again. It sets no time limit on
    /// an attempt.
    package static let pysher = Self(name: "pysher", stableTime: .zero) { history, _, _ in
        if history.end.isConfigurationError { return .giveUp }
        if case .pongMissing = history.end.kind { return .giveUp }
        if case .refused(let code?, _) = history.end.kind {
            switch code.rawValue {
            case 4000...4099: return .giveUp
            case 4200...4299:
                return .retry(
                    after: history.guarded(.zero), rule: "\(history.end.brief): immediately")
            default: break
            }
        }
        return .retry(after: .seconds(10), rule: "\(history.end.brief): 10s")
    }.attemptsTake(atMost: Self.unlimited)
}
