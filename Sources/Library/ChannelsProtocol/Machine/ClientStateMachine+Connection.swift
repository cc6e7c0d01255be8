extension ClientStateMachine {
    /// A delay that has already started is not changed.
    package mutating func setPolicy(_ policy: ReconnectionPolicy) {
        self.connection.options.policy = policy
    }

    mutating func established(
        _ socket: SocketNumber, _ id: SocketID, _ activityTimeout: Duration?,
        at time: ChannelsTimestamp
    ) -> [ClientAction] {
        switch self.connection.established(
            socket, id, activityTimeout: activityTimeout, at: time)
        {
        case .established(let establishment, let change):
            var actions: [ClientAction] = [.publish(.stateChanged(change))]
            actions.publish(self.gaps.connected(at: time))
            actions.start(
                self.liveness.established(activityTimeout: establishment.activityTimeout, at: time))
            self.waking = nil
            self.encrypted.connected(as: establishment.socketID)
            self.beginSubscriptions(as: establishment.socketID, at: time, into: &actions)
            let outcome = self.signing.connected(as: establishment.socketID)
            self.carryOut(outcome, into: &actions)
            return actions
        case .again, .none:
            return []
        }
    }

    /// Notes the time: for some servers, only what a client sends counts as activity.
    mutating func send(
        _ message: ClientMessage, at time: ChannelsTimestamp, into actions: inout [ClientAction]
    ) {
        guard let socket = self.connection.socket else { return }
        self.liveness.sent(at: time)
        actions.append(.send(message, socket))
    }

    func actions(for opening: Opening) -> [ClientAction] {
        var actions: [ClientAction] = []
        actions.publish(opening.intent)
        if let change = opening.change { actions.append(.publish(.stateChanged(change))) }
        actions.open(opening)
        return actions
    }

    mutating func actions(
        for outcome: ConnectionStateMachine.ReturnOutcome, at time: ChannelsTimestamp
    ) -> [ClientAction] {
        switch outcome {
        case .open(let opening): self.actions(for: opening)
        case .checkLiveness: self.actions(for: self.liveness.check(at: time))
        case .none: []
        }
    }

    func actions(for outcome: LivenessStateMachine.PingOutcome) -> [ClientAction] {
        guard let socket = self.connection.socket else { return [] }
        switch outcome {
        case .ping(let timer, let delay):
            return self.ping(on: socket, timer, after: delay)
        case .pingAgain(let left):
            return self.ping(on: socket, awaited: left)
        case .none:
            return []
        }
    }

    private func ping(
        on socket: SocketNumber, _ timer: TimerID, after delay: Duration
    ) -> [ClientAction] {
        self.ping(on: socket, awaited: delay) + [.startTimer(timer, after: delay)]
    }

    private func ping(on socket: SocketNumber, awaited limit: Duration) -> [ClientAction] {
        var actions: [ClientAction] = [.send(.ping, socket)]
        if let lastReceived = self.liveness.lastReceived {
            let ping = SentPing(lastReceived: lastReceived, timeLimit: limit)
            actions.append(.publish(.pingSent(ping)))
        }
        return actions
    }

    mutating func actions(
        for outcome: ConnectionStateMachine.EndOutcome, at time: ChannelsTimestamp
    ) -> [ClientAction] {
        var actions: [ClientAction] = []
        switch outcome {
        case .retry(let retry):
            actions.close(retry.closing)
            switch retry.report {
            case .changed(let change):
                self.publish(change, at: time, into: &actions)
            case .attemptFailed(let attempt, let end, let parts):
                actions.append(.publish(.attemptFailed(attempt: attempt, end, parts: parts)))
            }
            var scheduled = retry.scheduled
            scheduled.forecast = self.connection.forecast(of: scheduled)
            actions.append(.publish(.retryScheduled(scheduled)))
            actions.start(retry.timer)
            actions.start(retry.unavailableTimer)
        case .giveUp(let closing, let change):
            actions.close(closing)
            self.publish(change, at: time, into: &actions)
        case .none:
            break
        }
        return actions
    }

    mutating func publish(
        _ change: StateChange, at time: ChannelsTimestamp, into actions: inout [ClientAction]
    ) {
        // Events that can still be decrypted are delivered before the state changes.
        if change.previous == .connected {
            self.encrypted.disconnected(into: &actions)
            self.heldError.disconnected(change.cause.end, into: &actions)
        }
        var change = change
        defer { self.endedInOrder = false }
        if change.previous == .connected, let end = change.cause.end, end != .reconnectAsked {
            change.lastReceived = self.liveness.lastReceived
            change.suspended = self.waking?.total
            change.endedInOrder = self.endedInOrder
        }
        actions.append(.publish(.stateChanged(change)))
        guard change.previous == .connected else { return }
        self.gaps.lost(
            self.channels.subscribed, lastReceived: self.liveness.lastReceived ?? time,
            suspended: self.waking?.total, endedInOrder: self.endedInOrder, at: time)
        self.liveness.ended()
        self.waking = nil
        self.suspendSubscriptions(at: time, into: &actions)
        self.clientEvents.disconnected()
        self.messageLimit.disconnected()
        switch self.signing.disconnected() {
        case .wait: self.publishSignIn(into: &actions)
        case .none: break
        }
        actions.append(.abandonAuthorizations)
    }

    mutating func livenessTimerFired(
        _ timer: TimerID, at time: ChannelsTimestamp,
        using generator: inout some RandomNumberGenerator
    ) -> [ClientAction] {
        guard let socket = self.connection.socket else { return [] }
        switch self.liveness.timerFired(timer, at: time) {
        case .startTimer(let timer, let delay):
            return [.startTimer(timer, after: delay)]
        case .ping(let timer, let delay):
            return self.ping(on: socket, timer, after: delay)
        case .pongOverdue(let waited, let timer, let delay):
            let problem = ReportedProblem(
                kind: .pongOverdue,
                text: "The server has not answered a ping for \(waited.inWords), but is still "
                    + "sending: messages from this client may not be reaching it.")
            return [.publish(.problem(problem)), .startTimer(timer, after: delay)]
        case .pongMissing(let limit):
            let outcome = self.connection.pongMissing(after: limit, at: time, using: &generator)
            return self.actions(for: outcome, at: time)
        case .none:
            return []
        }
    }
}

extension [ClientAction] {
    mutating func publish(_ gaps: [ConnectionGap]) {
        for gap in gaps { self.append(.publish(.gap(gap))) }
    }

    mutating func publish(_ intent: ConnectionIntent?) {
        guard let intent else { return }
        self.append(.publish(.intentChanged(intent)))
    }

    mutating func close(_ closing: Closing?) {
        guard let closing else { return }
        self.append(.close(closing.socket, code: closing.code))
    }

    /// Reports the attempt and starts it.
    mutating func open(_ opening: Opening) {
        self.append(.publish(.attemptStarted(opening.attempt)))
        self.append(.open(opening.socket, usesTLS: opening.attempt.usesTLS))
        self.start(opening.limitTimer)
        self.start(opening.unavailableTimer)
    }
}
