extension ClientStateMachine {
    // MARK: Requests of the user

    /// Subscribing twice changes nothing; a failed subscription is tried again; an unsent
    /// unsubscription is cancelled.
    /// - Parameter authorization: for the current connection only; the server decides whether it is
    ///   valid.
    package mutating func subscribe(
        _ channel: ChannelName, authorization: ChannelAuthorization? = nil,
        at time: ChannelsTimestamp
    ) -> [ClientAction] {
        var actions: [ClientAction] = []
        let isNew = self.channels.add(channel)
        if self.channels.session != nil {
            let outcome = self.channels.ask(channel) { $0.subscribe(authorization, at: time) }
            self.begin(channel, outcome, at: time, into: &actions)
            actions.ask(self.channels.startAuthorizations())
        } else if self.channels.ask(channel, { $0.requested() }) == .publish || isNew {
            self.publishState(of: channel, at: time, into: &actions)
        }
        return actions
    }

    /// Unsubscribes, authorizes and subscribes again. Ignores a channel that is not in the list, or
    /// waits for a connection or its authorization.
    package mutating func resubscribe(
        _ channel: ChannelName, at time: ChannelsTimestamp
    ) -> [ClientAction] {
        var actions: [ClientAction] = []
        guard self.channels.session != nil else {
            if self.channels.ask(channel, { $0.requested() }) == .publish {
                self.publishState(of: channel, at: time, into: &actions)
            }
            return actions
        }
        switch self.channels.ask(channel, { $0.resubscribe(at: time) }) {
        case .begin(let outcome, let leavingFirst):
            if leavingFirst {
                self.channels.noteDeparture(of: channel)
                self.send(.unsubscribe(channel), at: time, into: &actions)
            }
            self.begin(channel, outcome, at: time, into: &actions)
            actions.ask(self.channels.startAuthorizations())
        case .some(.none), nil:
            break
        }
        return actions
    }

    /// An unanswered subscription is unsubscribed once the server has answered it.
    package mutating func unsubscribe(
        _ channel: ChannelName, at time: ChannelsTimestamp
    ) -> [ClientAction] {
        var actions: [ClientAction] = []
        switch self.channels.ask(channel, { $0.unsubscribe() }) {
        case .leave: self.leave(channel, at: time, into: &actions)
        case .wait: self.publishState(of: channel, at: time, into: &actions)
        case .forget: self.forget(channel, at: time, into: &actions)
        case .some(.none), nil: break
        }
        return actions
    }

    // MARK: Changes of the connection

    mutating func beginSubscriptions(
        as socketID: SocketID, at time: ChannelsTimestamp, into actions: inout [ClientAction]
    ) {
        self.channels.connected(as: socketID)
        guard !self.isObserving else { return }
        for channel in self.channels.inOrder {
            let outcome = self.channels.ask(channel) { $0.connected(at: time) }
            self.begin(channel, outcome, at: time, into: &actions)
        }
        actions.ask(self.channels.startAuthorizations())
    }

    mutating func suspendSubscriptions(
        at time: ChannelsTimestamp, into actions: inout [ClientAction]
    ) {
        self.channels.disconnected()
        for channel in self.channels.inOrder {
            switch self.channels.ask(channel, { $0.disconnected() }) {
            case .publish: self.publishState(of: channel, at: time, into: &actions)
            case .forget: self.forget(channel, at: time, into: &actions)
            case .some(.none), nil: break
            }
        }
    }

    // MARK: Starting

    mutating func begin(
        _ channel: ChannelName, _ outcome: SubscriptionStateMachine.BeginOutcome?,
        at time: ChannelsTimestamp, into actions: inout [ClientAction]
    ) {
        switch outcome {
        case .queue: self.channels.waitForAuthorization(channel)
        case .subscribe(let authorization):
            self.send(.subscribe(channel, authorization), at: time, into: &actions)
            self.takeKey(of: channel, authorization, into: &actions)
        case .resume: break
        case .some(.none), nil: return
        }
        self.publishState(of: channel, at: time, into: &actions)
        actions.start(self.channels.startLimitTimer())
    }

    mutating func subscriptionAuthorized(
        _ request: AuthorizationRequest,
        _ result: Result<ChannelAuthorization, SubscriptionFailure>, at time: ChannelsTimestamp,
        into actions: inout [ClientAction]
    ) {
        guard self.channels.ended(request) else { return }
        if self.channels.session?.socketID == request.socketID {
            self.settle(request, result, at: time, into: &actions)
        }
        actions.ask(self.channels.startAuthorizations())
    }

    private mutating func settle(
        _ request: AuthorizationRequest,
        _ result: Result<ChannelAuthorization, SubscriptionFailure>, at time: ChannelsTimestamp,
        into actions: inout [ClientAction]
    ) {
        let channel = request.channel
        let outcome = self.channels.ask(channel) { machine in
            switch result {
            case .success(let authorization):
                machine.authorized(number: request.number, authorization, at: time)
            case .failure(let failure):
                machine.notAuthorized(number: request.number, failure)
            }
        }
        switch outcome {
        case .subscribe(let authorization):
            self.begin(channel, .subscribe(authorization), at: time, into: &actions)
        case .fail: self.publishState(of: channel, at: time, into: &actions)
        case .some(.none), nil: break
        }
    }

    private mutating func takeKey(
        of channel: ChannelName, _ authorization: ChannelAuthorization?,
        into actions: inout [ClientAction]
    ) {
        guard let authorization, channel.kind.isEncrypted else { return }
        self.encrypted.authorized(
            channel, sharedSecret: authorization.sharedSecret, into: &actions)
    }

    // MARK: Waiting

    mutating func subscriptionTimerFired(_ timer: TimerID, at time: ChannelsTimestamp)
        -> [ClientAction]
    {
        guard self.channels.limitTimerFired(timer) else { return [] }
        let limit = self.channels.timeLimit
        var actions: [ClientAction] = []
        for channel in self.channels.overdue(at: time) {
            switch self.channels.ask(channel, { $0.checkLimit(at: time, limit: limit) }) {
            case .stuck(let waited):
                actions.append(.publish(.subscriptionStuck(channel, after: waited)))
                actions.publish(self.gaps.settled(channel, .missing, at: time))
            case .leave: self.leave(channel, at: time, into: &actions)
            case .some(.none), nil: break
            }
        }
        actions.start(self.channels.restartLimitTimer(at: time))
        return actions
    }

    // MARK: Leaving

    mutating func leave(
        _ channel: ChannelName, at time: ChannelsTimestamp, into actions: inout [ClientAction]
    ) {
        self.send(.unsubscribe(channel), at: time, into: &actions)
        self.forget(channel, at: time, into: &actions)
    }

    mutating func forget(
        _ channel: ChannelName, at time: ChannelsTimestamp, into actions: inout [ClientAction]
    ) {
        self.channels.remove(channel)
        self.changed(channel, to: .unsubscribed, at: time, into: &actions)
    }

    // MARK: The state

    private mutating func publishState(
        of channel: ChannelName, at time: ChannelsTimestamp, into actions: inout [ClientAction]
    ) {
        guard let state = self.channels.state(of: channel) else { return }
        self.changed(channel, to: state, at: time, into: &actions)
    }

    /// Drops the client events of a channel that will not be subscribed. A channel keeps its key
    /// until it is gone, as the user may subscribe again before the server knows.
    mutating func changed(
        _ channel: ChannelName, to state: SubscriptionState, at time: ChannelsTimestamp,
        into actions: inout [ClientAction]
    ) {
        actions.append(.publish(.subscriptionChanged(channel, state)))
        self.tokens.changed(channel, to: state)
        self.messageLimit.forget(channel)
        if let outcome = state.outcomeForGap {
            actions.publish(self.gaps.settled(channel, outcome, at: time))
        }
        switch state {
        case .requested, .authorizing, .subscribing, .subscribed:
            break
        case .failed:
            self.dropClientEvents(for: channel, "its subscription failed", into: &actions)
        case .unsubscribing:
            self.dropClientEvents(for: channel, "the channel was unsubscribed", into: &actions)
        case .unsubscribed:
            self.dropClientEvents(for: channel, "the channel was unsubscribed", into: &actions)
            self.encrypted.unsubscribed(channel)
            actions.append(.forget(channel))
        }
    }
}

extension SubscriptionState {
    fileprivate var outcomeForGap: GapRecorder.Outcome? {
        switch self {
        case .subscribed: .subscribed
        case .failed: .missing
        case .unsubscribing, .unsubscribed: .left
        case .requested, .authorizing, .subscribing: nil
        }
    }
}
