/// Subscriptions that start, wait and end: turns what their machines answer into actions.
extension ClientStateMachine {
    // MARK: Requests of the user

    /// The user wants to subscribe to a channel. Subscribing twice changes nothing; a failed
    /// subscription is tried again; an unsubscription that has not been sent is cancelled.
    /// - Parameter authorization: an authorization for the current connection, used instead of
    ///   requesting one. It is of no use without a connection or after a reconnection; one is then
    ///   requested. The server decides whether it is valid for this connection.
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

    /// The user wants to repeat a subscription that failed or is stuck: it is unsubscribed,
    /// authorized again and sent again. A channel that is not in the list, or waits for a
    /// connection or for its authorization, is not changed.
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

    /// The user no longer wants a channel. If the server has not answered the subscription yet, the
    /// unsubscription is sent once it has.
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

    /// The server established a connection: every subscription starts, unless the client is only
    /// watched, and sends them itself.
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

    /// The connection is gone: subscriptions wait for the next one.
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

    /// Does what the machine of a channel has decided: waits for an authorization, or sends the
    /// subscription.
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

    /// The authorization of a subscription was answered.
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

    /// Takes the key of an encrypted channel, which comes with the authorization of the
    /// subscription.
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

    /// Unsubscribes on the server, and removes the channel.
    mutating func leave(
        _ channel: ChannelName, at time: ChannelsTimestamp, into actions: inout [ClientAction]
    ) {
        self.send(.unsubscribe(channel), at: time, into: &actions)
        self.forget(channel, at: time, into: &actions)
    }

    /// Removes the channel without a message to the server.
    mutating func forget(
        _ channel: ChannelName, at time: ChannelsTimestamp, into actions: inout [ClientAction]
    ) {
        self.channels.remove(channel)
        self.changed(channel, to: .unsubscribed, at: time, into: &actions)
    }

    // MARK: The state

    /// Publishes the current state of a channel that is in the list.
    private mutating func publishState(
        of channel: ChannelName, at time: ChannelsTimestamp, into actions: inout [ClientAction]
    ) {
        guard let state = self.channels.state(of: channel) else { return }
        self.changed(channel, to: state, at: time, into: &actions)
    }

    /// Publishes the state of a subscription, and drops the client events that wait for a channel
    /// that will not be subscribed. A channel keeps its key until it is gone, as the user may
    /// subscribe again before the server knows.
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
    /// The outcome for a gap that waits for this channel; `nil` if it is not yet known.
    fileprivate var outcomeForGap: GapRecorder.Outcome? {
        switch self {
        case .subscribed: .subscribed
        case .failed: .missing
        case .unsubscribing, .unsubscribed: .left
        case .requested, .authorizing, .subscribing: nil
        }
    }
}
