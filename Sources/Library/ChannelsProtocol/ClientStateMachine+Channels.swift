/// Turns the answers of the subscriptions into actions, including their consequences for encrypted
/// channels and client events.
extension ClientStateMachine {
    /// Sends a message on the present connection and notes the time: for some servers, only what a
    /// client sends counts as activity.
    mutating func send(
        _ message: ClientMessage, at time: Timestamp, into actions: inout [ClientAction]
    ) {
        guard let socket = self.connection.socket else { return }
        self.liveness.sent(at: time)
        actions.append(.send(message, socket))
    }

    mutating func carryOut(
        _ progress: Subscriptions.OnProgress, at time: Timestamp, into actions: inout [ClientAction]
    ) {
        for step in progress.steps { self.carryOut(step, at: time, into: &actions) }
        actions.start(progress.limitTimer)
        actions.ask(progress.requests)
    }

    mutating func carryOut(
        _ step: Subscriptions.Step, at time: Timestamp, into actions: inout [ClientAction]
    ) {
        for message in step.messages {
            switch message {
            case .unsubscribe:
                self.send(.unsubscribe(step.channel), at: time, into: &actions)
            case .subscribe(let authorization):
                self.send(.subscribe(step.channel, authorization), at: time, into: &actions)
                self.takeKey(of: step.channel, authorization, into: &actions)
            }
        }
        self.changed(step.channel, to: step.state, at: time, into: &actions)
    }

    /// Takes the key of an encrypted channel, which comes with the authorization of the
    /// subscription.
    private mutating func takeKey(
        of channel: ChannelName, _ authorization: ChannelAuthorization?,
        into actions: inout [ClientAction]
    ) {
        guard let authorization, channel.kind.isEncrypted else { return }
        actions.publish(
            self.encrypted.authorized(channel, sharedSecret: authorization.sharedSecret))
    }

    mutating func carryOut(
        _ onUnsubscribe: Subscriptions.OnUnsubscribe, of channel: ChannelName, at time: Timestamp,
        into actions: inout [ClientAction]
    ) {
        switch onUnsubscribe {
        case .leave: self.leave(channel, at: time, into: &actions)
        case .wait: self.changed(channel, to: .unsubscribing, at: time, into: &actions)
        case .forget: self.changed(channel, to: .unsubscribed, at: time, into: &actions)
        case .none: break
        }
    }

    /// Unsubscribes on the server, and reports that the channel is gone.
    private mutating func leave(
        _ channel: ChannelName, at time: Timestamp, into actions: inout [ClientAction]
    ) {
        self.send(.unsubscribe(channel), at: time, into: &actions)
        self.changed(channel, to: .unsubscribed, at: time, into: &actions)
    }

    /// Publishes the state of a subscription, and drops the client events that wait for a channel
    /// that will not be subscribed. A channel keeps its key until it is gone, as the user may
    /// subscribe again before the server has been told.
    private mutating func changed(
        _ channel: ChannelName, to state: SubscriptionState, at time: Timestamp,
        into actions: inout [ClientAction]
    ) {
        actions.append(.publish(.subscriptionChanged(channel, state)))
        self.tokens.changed(channel, to: state)
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

    // MARK: What the server says

    mutating func carryOut(
        _ onSucceeded: Subscriptions.OnSucceeded, of channel: ChannelName, at time: Timestamp,
        into actions: inout [ClientAction]
    ) {
        switch onSucceeded {
        case .subscribed(let replaced):
            self.changed(channel, to: .subscribed, at: time, into: &actions)
            actions.publish(replaced, of: channel)
            self.releaseClientEvents(at: time, into: &actions)
        case .again(let replaced):
            actions.publish(replaced, of: channel)
        case .leave:
            self.leave(channel, at: time, into: &actions)
        case .leaveAgain:
            self.send(.unsubscribe(channel), at: time, into: &actions)
        case .report(let problem):
            actions.append(.publish(.problem(problem)))
        }
    }

    mutating func carryOut(
        _ onRefused: Subscriptions.OnRefused, of channel: ChannelName?, at time: Timestamp,
        into actions: inout [ClientAction]
    ) {
        switch onRefused {
        case .fail(let failure):
            guard let channel else { return }
            self.changed(channel, to: .failed(failure), at: time, into: &actions)
        case .forget(let problem):
            guard let channel else { return }
            self.changed(channel, to: .unsubscribed, at: time, into: &actions)
            if let problem { actions.append(.publish(.problem(problem))) }
        case .report(let problem):
            actions.append(.publish(.problem(problem)))
        case .none:
            break
        }
    }

    mutating func carryOut(
        _ onRefused: Subscriptions.OnRefusedTogether, at time: Timestamp,
        into actions: inout [ClientAction]
    ) {
        switch onRefused {
        case .fail(let answers):
            for (channel, answer) in answers {
                self.carryOut(answer, of: channel, at: time, into: &actions)
            }
        case .report(let problem):
            actions.append(.publish(.problem(problem)))
        case .none:
            break
        }
    }

    mutating func subscriptionTimerFired(_ timer: TimerID, at time: Timestamp) -> [ClientAction] {
        let onTimer = self.channels.timerFired(timer, at: time)
        var actions: [ClientAction] = []
        for overdue in onTimer.overdue {
            switch overdue.answer {
            case .stuck(let waited):
                actions.append(.publish(.subscriptionStuck(overdue.channel, after: waited)))
                actions.publish(self.gaps.settled(overdue.channel, .missing, at: time))
            case .leave:
                self.leave(overdue.channel, at: time, into: &actions)
            case .none:
                break
            }
        }
        actions.start(onTimer.limitTimer)
        return actions
    }

    // MARK: Encrypted channels

    mutating func receivedEncrypted(
        _ event: ChannelEvent, on channel: ChannelName, at time: Timestamp,
        into actions: inout [ClientAction]
    ) {
        switch self.encrypted.received(event, on: channel, at: time) {
        case .settled(let settled):
            actions.publish(settled)
        case .ask(let timer, let requests):
            actions.start(timer)
            actions.ask(requests)
        case .none:
            break
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

extension [ClientAction] {
    mutating func ask(_ requests: [AuthorizationRequest]) {
        for request in requests { self.append(.authorize(request)) }
    }

    mutating func publish(_ settled: [EncryptedChannels.Settled]) {
        for settled in settled { self.publish(settled) }
    }

    mutating func publish(_ settled: EncryptedChannels.Settled) {
        switch settled {
        case .success(let event): self.append(.publish(.received(event)))
        case .failure(let failure): self.append(.publish(.decryptionFailed(failure)))
        }
    }

    mutating func publish(
        _ replaced: SubscriptionStateMachine.MembersReplaced?, of channel: ChannelName
    ) {
        guard let replaced else { return }
        self.append(
            .publish(.membersReplaced(channel, replaced.members, difference: replaced.difference)))
        if replaced.members.unlisted > 0 {
            self.append(.publish(.problem(.tooManyMembers(on: channel))))
        }
    }
}
