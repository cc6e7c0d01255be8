extension ReconnectionPolicy {
    /// Exponential back-off with full jitter and a minimum, so that neither a loop nor many clients
    /// at once overload the server. The delay before attempt *k* is
    /// ```
    /// floor + random(0 … cap − floor)        cap = 1 2 4 8 16 30 30 … s for k = 1 2 3 4 5 6 7 …
    /// ```
    /// *k* counts from the last established connection. After a connection of 5 s or more, *k* is
    /// 1. After a shorter one, *k* is the number of short connections in the last minute: the delay
    /// is at least half the cap, or at most the life of that connection if it lasted at least a
    /// second. A server that accepts and drops connections therefore gets 9 attempts per minute.
    ///
    /// The floor is 0.1 s, or 1 s if the server asked to come back later (4100–4199, HTTP 429 and
    /// 503). After 4200–4299 the first retry is immediate. `Retry-After` is respected, up to 5
    /// minutes. 4000 switches to TLS, once. A refusal (`ConnectionEnd.isRefusal`) stops it.
    public static let standard: ReconnectionPolicy = {
        var policy = ReconnectionPolicy(
            name: "standard", stableTime: .seconds(30), rules: Self.decideByHistory)
        policy.keepsBackOff = true
        return policy
    }()

    private static func decideByHistory(
        _ history: ReconnectionHistory, _ chance: Double, _ base: Duration
    ) -> ReconnectionDecision {
        if history.end.asksForTLS, !history.usesTLS { return .switchToTLS }
        if history.end.isRefusal { return .giveUp }
        let backOff = BackOff(after: history)
        if backOff.isImmediate {
            return .retry(after: .zero, rule: "\(history.brief): first retry, immediate")
        }
        let delay = backOff.delay(chance: chance)
        if let wait = backOff.retryAfter, wait > delay {
            return .retry(after: wait, rule: "\(history.brief): the server asked to wait")
        }
        return .retry(after: delay, rule: "\(history.brief): \(backOff.rule)")
    }
}

private struct BackOff {
    private var floor: Duration
    private let cap: Duration
    private let step: Int
    /// Whether a short connection continues the back-off of those before it.
    private let isKept: Bool
    var isImmediate = false
    var retryAfter: Duration?

    init(after history: ReconnectionHistory) {
        let isShort =
            (history.lastConnectionDuration ?? RecentLives.shortLife) < RecentLives.shortLife
        let dropsAtOnce = (history.lastConnectionDuration ?? .seconds(1)) < .seconds(1)
        let kept = isShort && history.wasConnected || dropsAtOnce ? history.shortConnectionCount : 0
        let failures = history.failedAttempts &+ 1
        self.step = max(failures, kept, 1)
        self.isKept = kept > max(failures, 1)
        var cap = Self.cap(self.step)
        if history.wasConnected, isShort, !dropsAtOnce, let life = history.lastConnectionDuration {
            cap = min(cap, max(life, .seconds(1)))
        }
        self.cap = cap
        self.floor = dropsAtOnce && self.isKept ? cap / 2 : .milliseconds(100)
        self.note(history)
    }

    private mutating func note(_ history: ReconnectionHistory) {
        switch history.end.kind {
        case .closed(let code?, _), .refused(let code?, _):
            if code.advice == .backOff { self.floor = max(self.floor, .seconds(1)) }
            let isFirst =
                history.wasConnected ? history.shortConnectionCount <= 1 : history.retry <= 1
            self.isImmediate = code.advice == .reconnectAtOnce && isFirst
        case .failed(let failure):
            guard case .httpStatus(let status, let retryAfter) = failure.kind,
                status == 429 || status == 503
            else { return }
            self.floor = max(self.floor, .seconds(1))
            self.retryAfter = retryAfter.map { min($0, Self.longestWait) }
        case .closed(nil, _), .refused(nil, _), .timedOut, .pongMissing, .reconnectAsked:
            break
        }
    }

    /// The longest `Retry-After` that is respected.
    private static let longestWait = Duration.seconds(300)

    /// Doubles with each step, up to 30 s.
    private static func cap(_ step: Int) -> Duration {
        .seconds(step > 5 ? 30 : 1 << (max(1, step) - 1))
    }

    func delay(chance: Double) -> Duration {
        self.floor + max(.zero, self.cap - self.floor) * chance
    }

    var rule: String {
        let cap = self.cap.inWords
        return self.isKept
            ? "back-off up to \(cap) (not reset: \(self.step) short connections in a minute)"
            : "back-off up to \(cap)"
    }
}
