extension ClientStateMachine {
    mutating func subscriptionSucceeded(
        _ channel: ChannelName, _ roster: Roster?, at time: ChannelsTimestamp,
        into actions: inout [ClientAction]
    ) {
        guard !channel.isServerToUser else {
            return actions.report(self.signing.subscriptionSucceeded(channel))
        }
        switch self.channels.ask(channel, { $0.succeeded(roster: roster) }) {
        case .subscribed(let replaced):
            self.changed(channel, to: .subscribed, at: time, into: &actions)
            actions.publish(replaced, of: channel)
            self.releaseClientEvents(at: time, into: &actions)
            self.carryOut(self.messageLimit.confirmed(), at: time, into: &actions)
        case .again(let replaced):
            actions.publish(replaced, of: channel)
        case .leave:
            self.leave(channel, at: time, into: &actions)
        case .unexpected, nil:
            guard !self.channels.isDeparted(channel) else {
                // The unsubscription was sent before the server confirmed the subscription, and may
                // have been ignored.
                return self.send(.unsubscribe(channel), at: time, into: &actions)
            }
            let text = "The server confirmed a subscription that was not requested."
            actions.report(.unexpected(text, on: channel))
        }
    }

    // MARK: Members and news

    mutating func memberAdded(
        _ channel: ChannelName, _ member: PresenceMember, into actions: inout [ClientAction]
    ) {
        switch self.channels.ask(channel, { $0.memberAdded(member) }) {
        case .publish:
            actions.append(.publish(.memberAdded(channel, member)))
        case .duplicate:
            let text = "The server reported a join by \(member.id), who was already a member."
            actions.report(.unexpected(text, on: channel))
        case .unlisted(let isFirst):
            if isFirst { actions.report(.tooManyMembers(on: channel)) }
        case .unexpected, nil:
            self.reportNotSubscribed(channel, "a new member", into: &actions)
        }
    }

    mutating func memberRemoved(
        _ channel: ChannelName, _ id: UserID, into actions: inout [ClientAction]
    ) {
        switch self.channels.ask(channel, { $0.memberRemoved(id) }) {
        case .publish(let member):
            actions.append(.publish(.memberRemoved(channel, member)))
        case .unlisted:
            break
        case .unknown:
            let text = "The server reported a departure by \(id), who was not a member."
            actions.report(.unexpected(text, on: channel))
        case .unexpected, nil:
            self.reportNotSubscribed(channel, "a member who left", into: &actions)
        }
    }

    mutating func subscriptionCounted(
        _ channel: ChannelName, _ count: Int, into actions: inout [ClientAction]
    ) {
        guard self.channels.ask(channel, { $0.counted(count) }) != nil else {
            return self.reportNotSubscribed(channel, "a subscription count", into: &actions)
        }
        actions.append(.publish(.subscriptionCount(channel, count)))
    }

    func cacheMissed(_ channel: ChannelName, into actions: inout [ClientAction]) {
        guard self.channels.state(of: channel) != nil else {
            return self.reportNotSubscribed(channel, "a cache miss", into: &actions)
        }
        actions.append(.publish(.cacheMissed(channel)))
    }

    private func reportNotSubscribed(
        _ channel: ChannelName, _ what: String, into actions: inout [ClientAction]
    ) {
        guard !self.channels.isDeparted(channel) else { return }
        let text =
            "The server reported \(what) for a channel that has no members or is not subscribed."
        actions.report(.unexpected(text, on: channel))
    }

    // MARK: Refusals

    mutating func subscriptionRefused(
        _ channel: ChannelName, type: String, text: String, status: Int?, frame: ReceivedFrame,
        at time: ChannelsTimestamp, into actions: inout [ClientAction]
    ) {
        guard !channel.isServerToUser else {
            return actions.report(
                self.signing.subscriptionRefused(channel, text: text, status: status))
        }
        let reason = [text, type].first { !$0.isEmpty } ?? ServerWords.noReason
        let failure = self.channels.failure(
            on: channel, reason, status: status, frame: frame,
            settings: self.server.kind.signatureSettings)
        switch self.refuse(channel, failure, at: time, into: &actions) {
        case .fail, .forget:
            break
        case .unexpected:
            guard !self.channels.isDeparted(channel) else { return }
            let which =
                self.channels.state(of: channel) == .subscribed
                ? "that it had confirmed" : "that was not requested"
            let text = "The server refused a subscription \(which): \(reason)"
            actions.report(.unexpected(text, on: channel))
        }
    }

    /// A refusal if the channel's subscription waits for an answer and is requested, otherwise a
    /// problem.
    mutating func subscriptionRefused(
        _ channel: ChannelName?, by error: ServerError, _ frame: ReceivedFrame,
        at time: ChannelsTimestamp,
        into actions: inout [ClientAction]
    ) {
        let problem = ReportedProblem(error, on: channel, frame: frame)
        guard let channel else { return actions.report(problem) }
        let failure = self.channels.failure(
            on: channel, error.message, code: error.code, frame: frame,
            settings: self.server.kind.signatureSettings)
        switch self.refuse(channel, failure, at: time, into: &actions) {
        case .fail: break
        case .forget, .unexpected: actions.report(problem)
        }
    }

    /// A `pusher:error` that refuses a subscription without naming it. Every signed one that waits
    /// may be meant, and fails; those confirmed later are subscribed all the same.
    mutating func unnamedSubscriptionRefused(
        by error: ServerError, _ frame: ReceivedFrame, at time: ChannelsTimestamp,
        into actions: inout [ClientAction]
    ) {
        guard !self.channels.isRepeated(error) else { return }
        let channels = self.channels.signedAwaitingAnswer
        guard channels.count > 1 else {
            let only = channels.first ?? self.channels.onlyOneAwaitingAnswer
            return self.subscriptionRefused(only, by: error, frame, at: time, into: &actions)
        }
        self.channels.share(error, among: channels)
        for (channel, failure) in self.channels.failures(onOneOf: channels, error, frame: frame) {
            _ = self.refuse(channel, failure, at: time, into: &actions)
        }
    }

    private mutating func refuse(
        _ channel: ChannelName, _ failure: SubscriptionFailure, at time: ChannelsTimestamp,
        into actions: inout [ClientAction]
    ) -> SubscriptionStateMachine.RefusalOutcome {
        let outcome = self.channels.ask(channel) { $0.refused(failure) } ?? .unexpected
        switch outcome {
        case .fail: self.changed(channel, to: .failed(failure), at: time, into: &actions)
        case .forget: self.forget(channel, at: time, into: &actions)
        case .unexpected: break
        }
        return outcome
    }
}

extension [ClientAction] {
    mutating func publish(
        _ replaced: SubscriptionStateMachine.MembersReplaced?, of channel: ChannelName
    ) {
        guard let replaced else { return }
        self.append(
            .publish(.membersReplaced(channel, replaced.members, difference: replaced.difference)))
        if replaced.members.unlisted > 0 { self.report(.tooManyMembers(on: channel)) }
    }
}
