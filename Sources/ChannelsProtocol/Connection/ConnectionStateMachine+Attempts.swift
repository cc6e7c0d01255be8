/// Attempts and their ends.
extension ConnectionStateMachine {
    /// Starts afresh, as the user asked.
    mutating func start(at time: Timestamp) -> Opening {
        let intent = self.intend(.connected)
        self.attempts = 0
        self.retries = 0
        let timer = self.nextTimer(.unavailable)
        self.outage = Outage(timer: timer)
        let limit = self.options.policy.firstTimeLimit ?? self.options.attemptTimeLimit
        var opening = self.open(timeLimit: limit, at: time)
        opening.unavailableTimer = StartedTimer(id: timer, after: self.options.unavailableTimeout)
        opening.intent = intent
        if self.told.state != .connecting {
            opening.change = self.change(because: .asked, at: time)
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
        return self.ended(end, of: Tried(attempt), closing, at: time, using: &generator)
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
        return .ended(ended, self.change(because: cause, at: time))
    }

    /// A connection or an attempt ended: the policy says what is next.
    mutating func ended(
        _ end: ConnectionEnd, of tried: Tried, _ closing: Closing?, at time: Timestamp,
        using generator: inout some RandomNumberGenerator
    ) -> OnEnded {
        self.startCountingAgainIfStable(at: time)
        let history = ReconnectionHistory(
            attempt: self.attempts + 1, retry: self.retries + 1,
            everConnected: self.everConnected, wasConnected: self.establishment != nil, end: end,
            timeSpent: time.duration(since: tried.start), timeLimit: tried.limit,
            wasOpened: tried.wasOpened, usesTLS: self.usesTLS)
        switch self.options.policy.decide(after: history, using: &generator) {
        case .retry(let delay, let timeLimit, let rule):
            let next = Next(delay: max(.zero, delay), timeLimit: timeLimit, rule: rule)
            return .retry(self.wait(for: next, after: end, closing, at: time))
        case .switchToTLS where !self.usesTLS:
            self.usesTLS = true
            let next = Next(
                delay: .zero, timeLimit: self.options.policy.firstTimeLimit,
                rule: "the server takes TLS connections only: with TLS, at once")
            return .retry(self.wait(for: next, after: end, closing, at: time))
        case .switchToTLS, .giveUp:
            return .giveUp(closing, self.giveUp(after: end, at: time))
        }
    }

    private mutating func startCountingAgainIfStable(at time: Timestamp) {
        guard case .connected(let connected) = self.currentState,
            time.duration(since: connected.establishedAt) >= self.options.policy.stableTime
        else { return }
        self.attempts = 0
        self.retries = 0
    }

    /// The attempt that is waited for.
    private struct Next {
        var delay: Duration
        var timeLimit: Duration?
        var rule: String
    }

    private mutating func wait(
        for next: Next, after end: ConnectionEnd, _ closing: Closing?, at time: Timestamp
    ) -> Retry {
        let wasConnected = self.establishment != nil
        var unavailableTimer: StartedTimer?
        if self.outage == nil {
            let timer = self.nextTimer(.unavailable)
            self.outage = Outage(timer: timer)
            unavailableTimer = StartedTimer(id: timer, after: self.options.unavailableTimeout)
        }
        self.serverAskedToWait = end.asksToWait
        let timer = self.nextTimer(.retry)
        self.retries += 1
        self.currentState = .waiting(
            timer, timeLimit: next.timeLimit ?? self.options.attemptTimeLimit)
        return Retry(
            closing: closing,
            report: wasConnected
                ? .changed(self.change(because: .ended(end), at: time))
                : .attemptFailed(attempt: self.attempts, end),
            scheduled: ScheduledRetry(
                attempt: self.attempts + 1, delay: next.delay,
                attemptLimit: self.attemptLimit,
                rule: "\(self.options.policy.name): \(next.rule)"),
            timer: StartedTimer(id: timer, after: next.delay),
            unavailableTimer: unavailableTimer)
    }

    /// The number of the last attempt that the policy makes. It limits retries, and the first
    /// attempt, where there has been no stable connection yet, is none.
    private var attemptLimit: Int? {
        let others = self.attempts + 1 - self.retries
        return self.options.policy.attemptLimit.map { min($0, .max - others) + others }
    }

    private mutating func giveUp(after end: ConnectionEnd, at time: Timestamp) -> StateChange {
        self.currentState = .failed(end)
        self.outage = nil
        let cause = end.isRefusal ? .ended(end) : StateCause.gaveUp(attempts: self.attempts, end)
        return self.change(because: cause, at: time)
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

    /// Notes what the user wants, and answers it when it is something else than before.
    mutating func intend(_ intent: ConnectionIntent) -> ConnectionIntent? {
        guard self.intent != intent else { return nil }
        self.intent = intent
        return intent
    }

    /// The change from the state that was told last to the present one.
    mutating func change(because cause: StateCause, at time: Timestamp) -> StateChange {
        let before = self.told
        let socketID = self.establishment?.socketID
        self.told = Told(state: self.state, since: time, socketID: socketID)
        return StateChange(
            previous: before.state, current: self.told.state, cause: cause,
            duration: before.since.map(time.duration(since:)) ?? .zero,
            socketID: socketID ?? before.socketID)
    }

    private mutating func nextTimer(_ purpose: TimerID.Purpose) -> TimerID {
        self.timers += 1
        return TimerID(purpose, self.timers)
    }
}
