/// From the answers of the machines to actions.
extension ClientStateMachine {
    /// Another policy from now on. A delay that runs already is not changed.
    package mutating func setPolicy(_ policy: ReconnectionPolicy) {
        self.connection.options.policy = policy
    }

    mutating func established(
        _ socket: SocketNumber, _ id: SocketID, _ activityTimeout: Duration?, at time: Timestamp
    ) -> [ClientAction] {
        switch self.connection.established(
            socket, id, activityTimeout: activityTimeout, at: time)
        {
        case .established(let establishment, let change):
            var actions: [ClientAction] = [.publish(.stateChanged(change))]
            if let lost = self.lost {
                let gap = Gap(start: lost.time, end: time, channels: lost.channels)
                actions.append(.publish(.gap(gap)))
                self.lost = nil
            }
            switch self.liveness.established(
                activityTimeout: establishment.activityTimeout, at: time)
            {
            case .startTimer(let timer, let delay):
                actions.append(.startTimer(timer, after: delay))
            }
            let link = Subscriptions.Link(socket: socket, socketID: establishment.socketID)
            self.encrypted.connected(as: establishment.socketID)
            self.channels.connected(link, at: time, into: &actions)
            self.signing.connected(socket, establishment.socketID, into: &actions)
            self.followUp(&actions, at: time)
            return actions
        case .again, .none:
            return []
        }
    }

    func actions(for opening: Opening) -> [ClientAction] {
        var actions: [ClientAction] = []
        actions.publish(opening.intent)
        if let change = opening.change { actions.append(.publish(.stateChanged(change))) }
        actions.open(opening)
        return actions
    }

    mutating func actions(
        for onReturn: ConnectionStateMachine.OnReturn, at time: Timestamp
    ) -> [ClientAction] {
        switch onReturn {
        case .open(let opening): self.actions(for: opening)
        case .checkLiveness: self.actions(for: self.liveness.check(at: time))
        case .none: []
        }
    }

    func actions(for onPing: LivenessStateMachine.OnPing) -> [ClientAction] {
        guard let socket = self.connection.socket else { return [] }
        switch onPing {
        case .ping(let timer, let delay):
            return [.send(.ping, socket), .publish(.pingSent), .startTimer(timer, after: delay)]
        case .none:
            return []
        }
    }

    mutating func actions(
        for onEnded: ConnectionStateMachine.OnEnded, at time: Timestamp
    ) -> [ClientAction] {
        var actions: [ClientAction] = []
        switch onEnded {
        case .retry(let retry):
            actions.close(retry.closing)
            switch retry.report {
            case .changed(let change):
                self.publish(change, at: time, into: &actions)
            case .attemptFailed(let attempt, let end):
                actions.append(.publish(.attemptFailed(attempt: attempt, end)))
            }
            actions.append(.publish(.retryScheduled(retry.scheduled)))
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

    /// Publishes a change of the state; when the connection was lost with it, what that means for
    /// the subscriptions comes behind.
    mutating func publish(
        _ change: StateChange, at time: Timestamp, into actions: inout [ClientAction]
    ) {
        // What still opens is delivered before the state changes.
        if change.previous == .connected { self.encrypted.disconnected(into: &actions) }
        actions.append(.publish(.stateChanged(change)))
        guard change.previous == .connected else { return }
        self.lost = Loss(time: time, channels: self.channels.subscribedCount)
        self.liveness.ended()
        self.channels.disconnected(at: time, into: &actions)
        self.clientEvents.disconnected()
        self.signing.disconnected(into: &actions)
    }

    mutating func livenessTimerFired(
        _ timer: TimerID, at time: Timestamp, using generator: inout some RandomNumberGenerator
    ) -> [ClientAction] {
        guard let socket = self.connection.socket else { return [] }
        switch self.liveness.timerFired(timer, at: time) {
        case .startTimer(let timer, let delay):
            return [.startTimer(timer, after: delay)]
        case .ping(let timer, let delay):
            return [.send(.ping, socket), .publish(.pingSent), .startTimer(timer, after: delay)]
        case .pongMissing(let limit):
            let onEnded = self.connection.pongMissing(after: limit, at: time, using: &generator)
            return self.actions(for: onEnded, at: time)
        case .none:
            return []
        }
    }

    /// What follows from what the subscriptions answered, for client events, for encrypted channels
    /// and for liveness.
    mutating func followUp(
        _ actions: inout [ClientAction], from start: Int = 0, at time: Timestamp
    ) {
        self.settleClientEvents(&actions, from: start, at: time)
        self.takeKeys(&actions, from: start)
        self.forgetKeys(actions[start...])
        self.noteSending(actions[start...], at: time)
    }

    /// The key of an encrypted channel comes with the authorization of the subscription.
    private mutating func takeKeys(_ actions: inout [ClientAction], from start: Int) {
        for action in actions[start...] {
            guard case .send(.subscribe(let channel, let authorization?), _) = action,
                channel.kind.isEncrypted
            else { continue }
            self.encrypted.authorized(
                channel, sharedSecret: authorization.sharedSecret, into: &actions)
        }
    }

    /// A channel keeps its key until it is really gone: while its leaving waits for the server, the
    /// user may take that back.
    private mutating func forgetKeys(_ actions: ArraySlice<ClientAction>) {
        for case .publish(.subscriptionChanged(let channel, .unsubscribed)) in actions
        where channel.kind.isEncrypted {
            self.encrypted.unsubscribed(channel)
        }
    }

    /// Some servers count only what a client sends, so sending is remembered apart.
    mutating func noteSending(_ actions: some Sequence<ClientAction>, at time: Timestamp) {
        for case .send in actions {
            return self.liveness.sent(at: time)
        }
    }
}

extension [ClientAction] {
    mutating func publish(_ intent: ConnectionIntent?) {
        guard let intent else { return }
        self.append(.publish(.intentChanged(intent)))
    }

    mutating func close(_ closing: Closing?) {
        guard let closing else { return }
        self.append(.close(closing.socket, code: closing.code))
    }

    mutating func start(_ timer: StartedTimer?) {
        guard let timer else { return }
        self.append(.startTimer(timer.id, after: timer.after))
    }

    /// Tells of the attempt and begins it.
    mutating func open(_ opening: Opening) {
        self.append(.publish(.attemptStarted(opening.attempt)))
        self.append(.open(opening.socket, usesTLS: opening.attempt.usesTLS))
        self.start(opening.limitTimer)
        self.start(opening.unavailableTimer)
    }
}
