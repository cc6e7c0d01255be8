package struct ScheduledAttempt: Hashable, Sendable {
    package var number: Int
    package var start: Duration
    package var delay: Duration
    /// Up to `pusher:connection_established`.
    package var timeLimit: Duration
    package var usesTLS: Bool
    package var rule: String
}

/// A range, because policies choose delays at random.
package struct RetryForecast: Hashable, Sendable {
    /// Fewer forecasts mean that the policy gives up after the last one.
    package static let count = 5

    package var attempt: Int
    package var earliest: Duration
    package var latest: Duration

    package init(attempt: Int, earliest: Duration, latest: Duration) {
        self.attempt = attempt
        self.earliest = earliest
        self.latest = latest
    }
}

extension ReconnectionPolicy {
    /// If each attempt fails at once.
    /// - Parameter delay: the delay already chosen for the first attempt.
    func forecast(
        after history: ReconnectionHistory, delay: Duration, attempt: Int
    ) -> [RetryForecast] {
        let (least, most) = (
            self.schedule(after: history, count: RetryForecast.count, chance: 0),
            self.schedule(after: history, count: RetryForecast.count, chance: 1.0.nextDown)
        )
        return zip(least, most).enumerated().map { index, starts in
            RetryForecast(
                attempt: attempt + index,
                earliest: delay + starts.0.start - (least.first?.start ?? .zero),
                latest: delay + starts.1.start - (most.first?.start ?? .zero))
        }
    }

    /// If each attempt fails too. Fewer than `count` means that the policy gives up after the last.
    /// - Parameters:
    ///   - history: the end to start with, as the policy would receive it.
    ///   - attemptsEnd: `nil` for the same end as that of the history.
    ///   - attemptsTake: at most the limit of an attempt, which one that times out takes.
    ///   - attemptTimeLimit: the client's own, used if the policy has none.
    ///   - chance: in 0..<1, for all decisions; 0 gives the earliest times.
    package func schedule(
        after history: ReconnectionHistory, count: Int, attemptsEnd: ConnectionEnd? = nil,
        attemptsTake: Duration = .zero, attemptTimeLimit: Duration = .seconds(10),
        chance: Double = 0.5
    ) -> [ScheduledAttempt] {
        var history = history
        var time = Duration.zero
        var attempts: [ScheduledAttempt] = []
        while attempts.count < count,
            var attempt = self.attempt(after: history, attemptTimeLimit, chance: chance)
        {
            attempt.start = time + attempt.delay
            attempts.append(attempt)
            history.fail(attempt, with: attemptsEnd ?? history.end, after: attemptsTake)
            time = attempt.start + history.timeSpent
        }
        return attempts
    }

    /// After the loss of a connection that was up for a minute, or from the first attempt of a new
    /// client. Fewer than `count` means that the policy gives up after the last.
    package func schedule(
        after end: ConnectionEnd, count: Int, everConnected: Bool = true,
        attemptsEnd: ConnectionEnd? = nil, attemptsTake: Duration = .zero, chance: Double = 0.5
    ) -> [ScheduledAttempt] {
        let limit = self.firstTimeLimit ?? .seconds(10)
        var history = ReconnectionHistory(minuteBefore: end, timeLimit: limit)
        if !everConnected {
            history = ReconnectionHistory(
                attempt: 1, retry: 0, end: end, timeLimit: limit, failedAttempts: 0)
            let first = ScheduledAttempt(
                number: 1, start: .zero, delay: .zero, timeLimit: limit, usesTLS: false, rule: "")
            history.fail(first, with: end, after: attemptsTake)
        }
        return self.schedule(
            after: history, count: count, attemptsEnd: attemptsEnd, attemptsTake: attemptsTake,
            chance: chance)
    }

    /// When clients are back that all lost a connection at the same time, in order. Each attempt
    /// makes its own random choice; those before the server accepts connections again fail at once.
    /// Clients that give up are missing.
    package func returns(
        of clients: Int, after end: ConnectionEnd, refusedFor time: Duration = .zero,
        seed: UInt64 = 1
    ) -> [Duration] {
        var generator = SeededGenerator(seed: seed)
        let limit = self.firstTimeLimit ?? .seconds(10)
        return (0..<clients).compactMap { client -> Duration? in
            var history = ReconnectionHistory(minuteBefore: end, timeLimit: limit)
            // The first choices are spread evenly, so that few clients make a smooth curve.
            var chance = (Double(client) + 0.5) / Double(clients)
            var now = Duration.zero
            while let attempt = self.attempt(after: history, limit, chance: chance) {
                now += attempt.delay
                guard now < time else { return now }
                history.fail(attempt, with: end, after: .zero)
                chance = Double.random(in: 0..<1, using: &generator)
            }
            return nil
        }.sorted()
    }

    private func attempt(
        after history: ReconnectionHistory, _ attemptTimeLimit: Duration, chance: Double
    ) -> ScheduledAttempt? {
        var attempt = ScheduledAttempt(
            number: history.attempt, start: .zero, delay: .zero, timeLimit: attemptTimeLimit,
            usesTLS: history.usesTLS, rule: "")
        switch self.decision(after: history, chance: chance) {
        case .retry(let delay, let timeLimit, let rule):
            attempt.delay = max(.zero, delay)
            attempt.timeLimit = timeLimit ?? attemptTimeLimit
            attempt.rule = rule
        case .switchToTLS where !history.usesTLS:
            attempt.timeLimit = self.firstTimeLimit ?? attemptTimeLimit
            attempt.usesTLS = true
            attempt.rule = "with TLS, immediate"
        case .switchToTLS, .giveUp:
            return nil
        }
        return attempt
    }
}

extension ReconnectionHistory {
    /// Of a client whose connection, which was up for a minute, has just ended.
    fileprivate init(minuteBefore end: ConnectionEnd, timeLimit: Duration) {
        self.init(
            attempt: 1, retry: 1, everConnected: true, wasConnected: true, end: end,
            timeSpent: .seconds(60), timeLimit: timeLimit, wasOpened: true,
            lastConnectionDuration: .seconds(60))
    }

    fileprivate mutating func fail(
        _ attempt: ScheduledAttempt, with end: ConnectionEnd, after duration: Duration
    ) {
        self.attempt &+= 1
        self.retry &+= 1
        self.failedAttempts &+= 1
        self.previousDelay = attempt.delay
        self.wasConnected = false
        self.end = end
        self.usesTLS = attempt.usesTLS
        self.timeLimit = attempt.timeLimit
        switch end.kind {
        case .timedOut: (self.timeSpent, self.wasOpened) = (attempt.timeLimit, false)
        case .closed, .refused:
            (self.timeSpent, self.wasOpened) = (min(duration, attempt.timeLimit), true)
        case .failed, .pongMissing, .reconnectAsked:
            (self.timeSpent, self.wasOpened) = (min(duration, attempt.timeLimit), false)
        }
    }
}
