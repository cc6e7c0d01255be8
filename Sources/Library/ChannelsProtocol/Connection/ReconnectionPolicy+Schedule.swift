/// An attempt that a policy would make.
package struct ScheduledAttempt: Hashable, Sendable {
    /// Counted from 1 since the last stable connection.
    package var number: Int
    /// When it starts, counted from the start of the schedule.
    package var start: Duration
    /// The delay before it, counted from the end of the previous attempt.
    package var delay: Duration
    /// Its time limit, up to `pusher:connection_established`.
    package var timeLimit: Duration
    package var usesTLS: Bool
    /// The rule that gave the delay, for display.
    package var rule: String
}

/// When an attempt may start: between two times, because policies choose delays at random.
package struct RetryForecast: Hashable, Sendable {
    /// How many forecasts are made; fewer mean that the policy gives up after the last one.
    package static let count = 5

    /// Counted from 1 since the last connection, as in `ScheduledRetry`.
    package var attempt: Int
    /// The earliest start, counted from the end that the forecast follows.
    package var earliest: Duration
    /// The latest start.
    package var latest: Duration

    package init(attempt: Int, earliest: Duration, latest: Duration) {
        self.attempt = attempt
        self.earliest = earliest
        self.latest = latest
    }
}

extension ReconnectionPolicy {
    /// When attempts start after an end, if each of them fails at once.
    /// - Parameters:
    ///   - delay: the delay that was chosen for the first one.
    ///   - attempt: the number of the first one.
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

    /// The attempts that follow an end if each of them fails too. Fewer than `count` means that the
    /// policy gives up after the last one.
    ///
    /// - Parameters:
    ///   - history: the end to start with, as the policy would receive it.
    ///   - count: the maximum number of attempts to predict.
    ///   - attemptsEnd: how each attempt ends; `nil` for the same end as that of the history.
    ///   - attemptsTake: how long each attempt takes, at most its limit; one that times out takes
    ///     its limit.
    ///   - attemptTimeLimit: the client's own limit, used if the policy has none.
    ///   - chance: the random number for all decisions, in 0..<1; 0 gives the earliest times.
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

    /// The attempts that follow the loss of a connection that was up for a minute, or the first
    /// attempt of a client that was never connected, if each of them fails too. Fewer than `count`
    /// means that the policy gives up after the last one.
    package func schedule(
        after end: ConnectionEnd, count: Int, everConnected: Bool = true,
        attemptsEnd: ConnectionEnd? = nil, attemptsTake: Duration = .zero, chance: Double = 0.5
    ) -> [ScheduledAttempt] {
        let limit = self.firstTimeLimit ?? .seconds(10)
        var history = ReconnectionHistory(
            attempt: 1, retry: 1, everConnected: true, wasConnected: true, end: end,
            timeSpent: .seconds(60), timeLimit: limit, wasOpened: true,
            lastConnectionDuration: .seconds(60))
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

    private func attempt(
        after history: ReconnectionHistory, _ attemptTimeLimit: Duration, chance: Double
    ) -> ScheduledAttempt? {
        var attempt = ScheduledAttempt(
            number: history.attempt, start: .zero, delay: .zero, timeLimit: attemptTimeLimit,
            usesTLS: history.usesTLS, rule: "")
        switch self.decide(after: history, chance: chance) {
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
    /// Records another failed attempt.
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
