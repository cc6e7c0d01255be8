extension ConnectionStateMachine {
    struct Tried: Hashable, Sendable {
        var start: ChannelsTimestamp
        var limit: Duration
        var wasOpened: Bool
        var parts = AttemptParts()
        var tries: Tries
        var outage: Outage?

        init(_ outage: Outage, _ attempt: Attempt) {
            self.start = attempt.start
            self.limit = attempt.limit
            self.wasOpened = attempt.isOpen
            self.parts = attempt.parts
            self.tries = outage.tries
            self.outage = outage
        }

        init(_ connected: Connected, tries: Tries) {
            self.start = connected.start
            self.limit = connected.limit
            self.wasOpened = true
            self.tries = tries
        }
    }

    /// After a stable connection, retries are counted again.
    mutating func tried(_ connected: Connected, at time: ChannelsTimestamp) -> Tried {
        let lasted = time.duration(since: connected.establishedAt)
        self.lives.ended(after: lasted, at: time)
        var tries = lasted >= self.options.policy.stableTime ? Tries() : connected.tries
        (tries.number, tries.delay) = (0, .zero)
        return Tried(connected, tries: tries)
    }

    mutating func start(at time: ChannelsTimestamp) -> Opening {
        let before = self.shown
        self.lives = RecentLives()
        let changesIntent = self.intent != .connected
        let since = before.state == .connecting ? before.since ?? time : time
        let timer = self.nextTimer(.unavailable)
        let limit = self.options.policy.firstTimeLimit ?? self.options.attemptTimeLimit
        var opening = self.open(Outage(since: since, timer: timer), timeLimit: limit, at: time)
        opening.attempt.isAsked = true
        opening.unavailableTimer = StartedTimer(id: timer, after: self.options.unavailableTimeout)
        opening.intent = changesIntent ? .connected : nil
        if before.state != .connecting {
            opening.change = self.change(from: before, because: .asked, at: time)
        }
        return opening
    }

    mutating func open(_ outage: Outage, timeLimit: Duration, at time: ChannelsTimestamp) -> Opening
    {
        var outage = outage
        outage.tries.attempts += 1
        outage.tries.number += 1
        self.sockets += 1
        let socket = SocketNumber(self.sockets)
        let timer = self.nextTimer(.attemptLimit)
        self.currentState = .opening(
            outage, Attempt(socket: socket, start: time, limit: timeLimit, limitTimer: timer))
        return Opening(
            socket: socket,
            attempt: ConnectionAttempt(
                number: outage.tries.number,
                address: self.options.displayedAddress(tls: self.usesTLS), usesTLS: self.usesTLS,
                timeLimit: timeLimit),
            limitTimer: StartedTimer(id: timer, after: timeLimit))
    }

    mutating func timedOut(
        _ outage: Outage, _ attempt: Attempt, at time: ChannelsTimestamp,
        using generator: inout some RandomNumberGenerator
    ) -> EndOutcome {
        // A server may send its refusal and leave the socket open.
        let refusal = attempt.lastError.refusal
        let end =
            refusal
            ?? attempt.timeOut
        // A server that has refused has said what it had to say: its close frame is not awaited.
        let closing =
            refusal == nil ? Closing(attempt) : Closing(socket: attempt.socket, code: nil)
        return self.ended(end, of: Tried(outage, attempt), closing, at: time, using: &generator)
    }

    /// If the attempt reaches its limit at the same time, it ends first: such timers may fire in
    /// either order.
    mutating func becameUnavailable(
        _ timer: TimerID, at time: ChannelsTimestamp,
        using generator: inout some RandomNumberGenerator
    ) -> TimerOutcome {
        guard let outage = self.outage, outage.timer == timer, !outage.isUnavailable else {
            return .none
        }
        var ended = EndOutcome.none
        if case .opening(_, let attempt) = self.currentState,
            time.duration(since: attempt.start) >= attempt.limit
        {
            ended = self.timedOut(outage, attempt, at: time, using: &generator)
        }
        // The policy may have given up.
        guard self.outage != nil else { return .ended(ended, nil) }
        let before = self.shown
        self.becomeUnavailable(at: time)
        let cause = StateCause.unavailable(after: self.options.unavailableTimeout)
        return .ended(ended, self.change(from: before, because: cause, at: time))
    }

    private var outage: Outage? {
        switch self.currentState {
        case .opening(let outage, _), .waiting(let outage, _): outage
        case .initialized, .connected, .failed, .disconnected: nil
        }
    }

    private mutating func becomeUnavailable(at time: ChannelsTimestamp) {
        switch self.currentState {
        case .opening(var outage, let attempt):
            outage.isUnavailable = true
            outage.since = time
            self.currentState = .opening(outage, attempt)
        case .waiting(var outage, let wait):
            outage.isUnavailable = true
            outage.since = time
            self.currentState = .waiting(outage, wait)
        case .initialized, .connected, .failed, .disconnected:
            break
        }
    }

    mutating func ended(
        _ end: ConnectionEnd, endForClient: ConnectionEnd? = nil, of tried: Tried,
        _ closing: Closing?,
        at time: ChannelsTimestamp, using generator: inout some RandomNumberGenerator
    ) -> EndOutcome {
        let end = end.advised(self.options.settingWords, self.server)
        let history = ReconnectionHistory(
            attempt: tried.tries.attempts + 1, retry: tried.tries.retries + 1,
            everConnected: self.everConnected, wasConnected: tried.outage == nil,
            end: endForClient ?? end,
            timeSpent: time.duration(since: tried.start), timeLimit: tried.limit,
            wasOpened: tried.wasOpened, usesTLS: self.usesTLS, failedAttempts: tried.tries.number,
            lastConnectionDuration: self.lives.last,
            shortConnectionCount: self.lives.shortCount(at: time),
            previousDelay: tried.tries.delay)
        self.lastHistory = history
        switch self.options.policy.decide(after: history, using: &generator) {
        case .retry(let delay, let timeLimit, let rule):
            let next = Next(delay: max(.zero, delay), timeLimit: timeLimit, rule: rule)
            return .retry(self.wait(for: next, after: end, of: tried, closing, at: time))
        case .switchToTLS where !self.usesTLS:
            self.usesTLS = true
            let next = Next(
                delay: .zero, timeLimit: self.options.policy.firstTimeLimit,
                rule: "the server accepts only TLS: retry with TLS, immediate")
            return .retry(self.wait(for: next, after: end, of: tried, closing, at: time))
        case .switchToTLS, .giveUp:
            return .giveUp(closing, self.giveUp(after: end, tried.tries, at: time))
        }
    }

    private struct Next {
        var delay: Duration
        var timeLimit: Duration?
        var rule: String
    }

    private mutating func wait(
        for next: Next, after end: ConnectionEnd, of tried: Tried, _ closing: Closing?,
        at time: ChannelsTimestamp
    ) -> Retry {
        let before = self.shown
        let isDrop = tried.outage == nil
        var outage = tried.outage ?? Outage(since: time, timer: self.nextTimer(.unavailable))
        outage.tries = tried.tries
        outage.tries.retries += 1
        outage.tries.delay = next.delay
        let timer = self.nextTimer(.retry)
        self.currentState = .waiting(
            outage,
            Wait(
                timer: timer, timeLimit: next.timeLimit ?? self.options.attemptTimeLimit,
                serverAskedToWait: end.asksToWait))
        return Retry(
            closing: closing,
            report: isDrop
                ? .changed(self.change(from: before, because: .ended(end), at: time))
                : .attemptFailed(
                    attempt: outage.tries.number, end,
                    tried.parts.ended(at: time, succeeded: false)),
            scheduled: ScheduledRetry(
                attempt: outage.tries.number + 1, delay: next.delay,
                attemptLimit: self.attemptLimit(outage.tries),
                rule: "\(self.options.policy.name): \(next.rule)",
                keptAfter: isDrop ? self.keptAfter(at: time) : nil),
            timer: StartedTimer(id: timer, after: next.delay),
            unavailableTimer: isDrop
                ? StartedTimer(id: outage.timer, after: self.options.unavailableTimeout) : nil)
    }

    /// Not part of `ended`, because simulations of many clients have no use for it.
    func forecast(of retry: ScheduledRetry) -> [RetryForecast] {
        guard let history = self.lastHistory else { return [] }
        return self.options.policy.forecast(
            after: history, delay: retry.delay, attempt: retry.attempt)
    }

    /// How long the last connection was up, if its back-off continues from earlier ones.
    private func keptAfter(at time: ChannelsTimestamp) -> Duration? {
        guard self.options.policy.keepsBackOff, let last = self.lives.last,
            last < RecentLives.shortLife, self.lives.shortCount(at: time) > 1
        else { return nil }
        return last
    }

    /// The policy limits retries; before the first stable connection, the first attempt is none.
    private func attemptLimit(_ tries: Tries) -> Int? {
        let others = tries.number + 1 - tries.retries
        return self.options.policy.attemptLimit.map { min($0, .max - others) + others }
    }

    private mutating func giveUp(
        after end: ConnectionEnd, _ tries: Tries, at time: ChannelsTimestamp
    ) -> StateChange {
        let before = self.shown
        self.currentState = .failed(end, since: time)
        let cause = end.isRefusal ? .ended(end) : StateCause.gaveUp(attempts: tries.attempts, end)
        return self.change(from: before, because: cause, at: time)
    }

    func establishment(
        _ id: SocketID, _ server: Duration?, _ tries: Tries, _ parts: AttemptParts
    ) -> Establishment {
        let own = self.options.activityTimeout
        let usable = server.flatMap { $0 > .zero ? $0 : nil }
        return Establishment(
            socketID: id, serverActivityTimeout: usable,
            // The minimum protects against a server that asks for a ping every few milliseconds.
            activityTimeout: min(own, max(usable ?? own, .seconds(1))),
            attempt: tries.number, parts: parts)
    }

    struct Shown: Hashable, Sendable {
        var state: ConnectionState
        var since: ChannelsTimestamp?
        var socketID: SocketID?
    }

    var shown: Shown {
        let since: ChannelsTimestamp? =
            switch self.currentState {
            case .initialized: nil
            case .opening(let outage, _), .waiting(let outage, _): outage.since
            case .connected(let connected): connected.establishedAt
            case .failed(_, let since), .disconnected(let since): since
            }
        return Shown(state: self.state, since: since, socketID: self.establishment?.socketID)
    }

    func change(
        from before: Shown, because cause: StateCause, at time: ChannelsTimestamp
    ) -> StateChange {
        StateChange(
            previous: before.state, current: self.state, cause: cause,
            duration: before.since.map(time.duration(since:)) ?? .zero,
            socketID: self.establishment?.socketID ?? before.socketID)
    }

    mutating func nextTimer(_ purpose: TimerID.Purpose) -> TimerID {
        self.timers += 1
        return TimerID(purpose, self.timers)
    }
}

extension ConnectionStateMachine.Attempt {
    /// Its end at its time limit.
    fileprivate var timeOut: ConnectionEnd {
        var end = ConnectionEnd.timedOut(
            in: self.parts.present, address: self.address, limit: self.limit)
        end.isInjected = self.isWithheld
        return end
    }
}

extension Closing {
    /// A close frame on an open socket; one that is still being opened is abandoned.
    init(_ attempt: ConnectionStateMachine.Attempt) {
        self.init(socket: attempt.socket, code: attempt.isOpen ? 1000 : nil)
    }
}
