/// Attempts and their ends.
extension ConnectionStateMachine {
    /// Starts afresh, as the user asked.
    mutating func start(at time: Timestamp) -> Opening {
        let previous = self.state
        self.attempts = 0
        self.retries = 0
        let timer = self.nextTimer(.unavailable)
        self.outage = Outage(timer: timer)
        let limit = self.options.policy.firstTimeLimit ?? self.options.attemptTimeLimit
        var opening = self.open(timeLimit: limit, at: time)
        opening.unavailableTimer = StartedTimer(id: timer, after: self.options.unavailableTimeout)
        if previous != .connecting {
            opening.change = self.change(from: previous, because: .asked)
        }
        return opening
    }

    mutating func open(timeLimit: Duration, at time: Timestamp) -> Opening {
        self.attempts += 1
        self.sockets += 1
        self.lastError = ErrorBeforeClose()
        let socket = SocketNumber(self.sockets)
        let timer = self.nextTimer(.attemptLimit)
        self.currentState = .opening(
            Attempt(socket: socket, start: time, limit: timeLimit, limitTimer: timer))
        return Opening(
            socket: socket,
            attempt: ConnectionAttempt(
                number: self.attempts, address: self.options.displayedAddress(tls: self.usesTLS),
                usesTLS: self.usesTLS, timeLimit: timeLimit),
            limitTimer: StartedTimer(id: timer, after: timeLimit))
    }

    mutating func timedOut(
        _ attempt: Attempt, at time: Timestamp, using generator: inout some RandomNumberGenerator
    ) -> OnEnded {
        // A server may send its refusal and leave the socket open.
        let end =
            self.lastError.refusal ?? .timedOut(phase: attempt.phase, limit: attempt.limit)
        let closing = self.closing(attempt)
        return self.ended(end, since: attempt.start, closing, at: time, using: &generator)
    }

    /// When the attempt reaches its limit at the same moment, it ends first: the timers of equal
    /// times may fire in either order.
    mutating func becameUnavailable(
        _ timer: TimerID, at time: Timestamp, using generator: inout some RandomNumberGenerator
    ) -> OnTimer {
        guard self.outage?.timer == timer, self.state == .connecting else { return .none }
        var ended = OnEnded.none
        if case .opening(let attempt) = self.currentState,
            time.duration(since: attempt.start) >= attempt.limit
        {
            ended = self.timedOut(attempt, at: time, using: &generator)
        }
        guard self.state == .connecting else { return .ended(ended, nil) }
        self.outage?.isUnavailable = true
        let cause = StateCause.unavailable(after: self.options.unavailableTimeout)
        return .ended(ended, self.change(from: .connecting, because: cause))
    }

    /// A connection or an attempt ended: the policy says what is next.
    mutating func ended(
        _ end: ConnectionEnd, since start: Timestamp, _ closing: Closing?, at time: Timestamp,
        using generator: inout some RandomNumberGenerator
    ) -> OnEnded {
        self.startCountingAgainIfStable(at: time)
        let history = ReconnectionHistory(
            attempt: self.attempts + 1, retry: self.retries + 1,
            everConnected: self.everConnected, wasConnected: self.establishment != nil, end: end,
            timeSpent: time.duration(since: start), usesTLS: self.usesTLS)
        switch self.options.policy.decide(after: history, using: &generator) {
        case .retry(let delay, let timeLimit, let rule):
            return .retry(
                self.wait(delay, timeLimit: timeLimit, rule: rule, after: end, closing))
        case .switchToTLS where !self.usesTLS:
            self.usesTLS = true
            let rule = "the server takes TLS connections only: with TLS, at once"
            return .retry(self.wait(.zero, timeLimit: nil, rule: rule, after: end, closing))
        case .switchToTLS, .giveUp:
            return .giveUp(closing, self.giveUp(after: end))
        }
    }

    private mutating func startCountingAgainIfStable(at time: Timestamp) {
        guard case .connected(let connected) = self.currentState,
            time.duration(since: connected.establishedAt) >= self.options.policy.stableTime
        else { return }
        self.attempts = 0
        self.retries = 0
    }

    private mutating func wait(
        _ delay: Duration, timeLimit: Duration?, rule: String, after end: ConnectionEnd,
        _ closing: Closing?
    ) -> Retry {
        let previous = self.state
        var unavailableTimer: StartedTimer?
        if self.outage == nil {
            let timer = self.nextTimer(.unavailable)
            self.outage = Outage(timer: timer)
            unavailableTimer = StartedTimer(id: timer, after: self.options.unavailableTimeout)
        }
        let timer = self.nextTimer(.retry)
        self.retries += 1
        self.currentState = .waiting(timer, timeLimit: timeLimit ?? self.options.attemptTimeLimit)
        let policy = self.options.policy
        return Retry(
            closing: closing,
            report: previous == .connected
                ? .changed(self.change(from: previous, because: .ended(end)))
                : .attemptFailed(attempt: self.attempts, end),
            scheduled: ScheduledRetry(
                attempt: self.attempts + 1, delay: max(.zero, delay),
                attemptLimit: policy.attemptLimit, rule: "\(policy.name): \(rule)"),
            timer: StartedTimer(id: timer, after: max(.zero, delay)),
            unavailableTimer: unavailableTimer)
    }

    private mutating func giveUp(after end: ConnectionEnd) -> StateChange {
        let previous = self.state
        self.currentState = .failed
        self.outage = nil
        let cause = end.isRefusal ? .ended(end) : StateCause.gaveUp(attempts: self.attempts, end)
        return self.change(from: previous, because: cause)
    }

    /// An open socket is closed in order, one that is not open yet is abandoned.
    func closing(_ attempt: Attempt) -> Closing {
        Closing(socket: attempt.socket, code: attempt.isOpen ? 1000 : nil)
    }

    func establishment(_ id: SocketID, _ server: Duration?) -> Establishment {
        let own = self.options.activityTimeout
        let usable = server.flatMap { $0 > .zero ? $0 : nil }
        return Establishment(
            socketID: id, serverActivityTimeout: usable,
            // A server that asks for a ping every few milliseconds does not get them.
            activityTimeout: min(own, max(usable ?? own, .seconds(1))),
            attempt: self.attempts)
    }

    func change(from previous: ConnectionState, because cause: StateCause) -> StateChange {
        StateChange(previous: previous, current: self.state, cause: cause)
    }

    private mutating func nextTimer(_ purpose: TimerID.Purpose) -> TimerID {
        self.timers += 1
        return TimerID(purpose, self.timers)
    }
}
