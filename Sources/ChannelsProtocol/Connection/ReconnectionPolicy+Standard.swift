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
            return .retry(after: .zero, rule: "\(backOff.reason): at once, the first time")
        }
        let delay = backOff.delay(beforeAttempt: history.attempt, chance: chance)
        if let wait = backOff.retryAfter, wait > delay {
            return .retry(after: wait, rule: "\(backOff.reason): the server asked to wait")
        }
        let cap = BackOff.cap(ofAttempt: history.attempt).components.seconds
        return .retry(
            after: delay,
            rule: "\(backOff.reason): back-off up to \(cap) s before attempt \(history.attempt)"
        )
    }
}

/// The delays of `.standard`, for one way to end.
private struct BackOff {
    var reason: String
    var floor: Duration = .milliseconds(100)
    var isImmediateAtFirst = false
    var retryAfter: Duration?

    init(after end: ConnectionEnd) {
        switch end {
        case .closed(let code?, _): self.init(afterCode: code)
        case .closed(nil, _): self.init(reason: "closed without a code")
        case .failed(let failure): self.init(after: failure)
        case .timedOut: self.init(reason: "timed out")
        case .pongMissing: self.init(reason: "no pong")
        case .reconnectAsked: self.init(reason: "asked")
        }
    }

    private init(reason: String) {
        self.reason = reason
    }

    private init(afterCode code: CloseCode) {
        self.init(reason: "close code \(code.rawValue)")
        switch code.advice {
        case .backOff: self.floor = .seconds(1)
        case .reconnectAtOnce: self.isImmediateAtFirst = true
        case .useTLS, .doNotReconnect, .retry: break
        }
    }

    private init(after failure: ConnectFailure) {
        switch failure.kind {
        case .nameNotResolved: self.init(reason: "name not resolved")
        case .unreachable: self.init(reason: "unreachable")
        case .tls: self.init(reason: "TLS failed")
        case .protocolViolation: self.init(reason: "protocol violation")
        case .settings: self.init(reason: "settings")
        case .refused(let status, let retryAfter):
            self.init(reason: "HTTP \(status)")
            guard status == 429 || status == 503 else { return }
            self.floor = .seconds(1)
            self.retryAfter = retryAfter.map { min($0, Self.longestWait) }
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

extension ConnectionEnd {
    /// Whether the server takes TLS connections only.
    fileprivate var asksForTLS: Bool {
        guard case .closed(let code?, _) = self else { return false }
        return code.advice == .useTLS
    }
}
