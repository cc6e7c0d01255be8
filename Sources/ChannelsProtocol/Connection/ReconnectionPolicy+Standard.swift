extension ReconnectionPolicy {
    /// Exponential back-off with full jitter, bounded below, so that neither a loop nor a crowd
    /// does harm. The delay before attempt *k* is
    /// ```
    /// floor + random(0 … cap − floor)        cap = 1 2 4 8 16 30 30 … s for k = 1 2 3 4 5 6 7 …
    /// ```
    /// The floor is 0.1 s, and 1 s when the server asked to come back later (4100–4199, HTTP 429
    /// and 503). After 4200–4299 the first retry is immediate. `Retry-After` is kept to, up to
    /// 5 minutes. 4000 switches to TLS, once; what `ConnectionEnd.isRefusal` names stops.
    public static let standard = ReconnectionPolicy(name: "standard") { history, chance in
        if history.end.asksForTLS, !history.usesTLS { return .switchToTLS }
        if history.end.isRefusal { return .giveUp }
        let backOff = BackOff(after: history.end)
        if backOff.isImmediateAtFirst, history.retry <= 1 {
            return .retry(after: .zero, rule: "\(history.end.brief): at once, the first time")
        }
        let delay = backOff.delay(beforeAttempt: history.attempt, chance: chance)
        if let wait = backOff.retryAfter, wait > delay {
            return .retry(after: wait, rule: "\(history.end.brief): the server asked to wait")
        }
        let cap = BackOff.cap(ofAttempt: history.attempt).components.seconds
        return .retry(
            after: delay,
            rule: "\(history.end.brief): back-off up to \(cap) s before attempt \(history.attempt)"
        )
    }
}

/// The delays of `.standard`, for one way to end.
private struct BackOff {
    var floor: Duration = .milliseconds(100)
    var isImmediateAtFirst = false
    var retryAfter: Duration?

    init(after end: ConnectionEnd) {
        switch end {
        case .closed(let code?, _):
            if code.advice == .backOff { self.floor = .seconds(1) }
            self.isImmediateAtFirst = code.advice == .reconnectAtOnce
        case .failed(let failure):
            guard case .refused(let status, let retryAfter) = failure.kind,
                status == 429 || status == 503
            else { return }
            self.floor = .seconds(1)
            self.retryAfter = retryAfter.map { min($0, Self.longestWait) }
        case .closed(nil, _), .timedOut, .pongMissing, .reconnectAsked:
            break
        }
    }

    /// The longest `Retry-After` that is kept to.
    static let longestWait = Duration.seconds(300)

    /// The most that the delay before an attempt can be: doubled each time, up to 30 s.
    static func cap(ofAttempt attempt: Int) -> Duration {
        .seconds(attempt > 5 ? 30 : 1 << (max(1, attempt) - 1))
    }

    func delay(beforeAttempt attempt: Int, chance: Double) -> Duration {
        let spread = Self.cap(ofAttempt: attempt) - self.floor
        return self.floor + max(.zero, spread) * chance
    }
}
