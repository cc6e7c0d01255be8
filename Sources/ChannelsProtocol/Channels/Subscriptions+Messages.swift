/// What the server says about channels.
extension Subscriptions {
    mutating func succeeded(
        _ channel: ChannelName, roster: Roster?, into actions: inout [ClientAction]
    ) {
        switch self.ask(channel, { $0.succeeded(roster: roster) }) {
        case .subscribed(let replaced):
            self.publishState(of: channel, into: &actions)
            self.publish(replaced, of: channel, into: &actions)
        case .again(let replaced):
            self.publish(replaced, of: channel, into: &actions)
        case .unexpected, nil:
            guard self.departures[channel] == nil else {
                self.departures[channel]?.wasConfirmed = true
                self.departAgain(from: channel, into: &actions)
                return
            }
            let text = "The server confirmed a subscription that was not asked for."
            actions.append(.unexpected(text, on: channel))
        }
    }

    /// `pusher:subscription_error`
    mutating func refused(
        _ channel: ChannelName, type: String, text: String, status: Int?,
        into actions: inout [ClientAction]
    ) {
        let reason = [text, type].first { !$0.isEmpty } ?? "it gave no reason"
        let failure = SubscriptionFailure(
            phase: .subscription, status: status,
            text: "The server refused the subscription: \(reason)")
        switch self.ask(channel, { $0.refused(failure) }) {
        case .fail:
            self.publishState(of: channel, into: &actions)
        case .unexpected, nil:
            guard self.departures[channel] == nil else { return }
            let text = "The server refused a subscription that was not asked for: \(reason)"
            actions.append(.unexpected(text, on: channel))
        }
    }

    /// `pusher:error`: the refusal of a subscription, or a problem.
    mutating func errorReceived(_ error: ServerError, into actions: inout [ClientAction]) {
        switch ServerErrorText(error) {
        case .alreadySubscribed(let channel):
            actions.append(.problem(error, on: channel))
        case .notSubscribed(let channel):
            actions.append(.problem(error, on: channel))
            self.departures[channel]?.wasRefused = true
            self.departAgain(from: channel, into: &actions)
        case .refused(let channel):
            self.refused(channel ?? self.onlyOneSubscribing, by: error, into: &actions)
        case .other:
            // 4301 is about a client event, whatever else goes on with the channel.
            self.refused(error.code == 4301 ? nil : error.channel, by: error, into: &actions)
        }
    }

    private mutating func refused(
        _ channel: ChannelName?, by error: ServerError, into actions: inout [ClientAction]
    ) {
        let failure = SubscriptionFailure(
            phase: .subscription, status: nil,
            text: "The server refused the subscription: \(error.message)")
        if let channel, self.ask(channel, { $0.refused(failure) }) == .fail {
            self.publishState(of: channel, into: &actions)
        } else {
            actions.append(.problem(error, on: channel ?? error.channel))
        }
    }

    mutating func memberAdded(
        _ channel: ChannelName, _ member: Member, into actions: inout [ClientAction]
    ) {
        switch self.ask(channel, { $0.memberAdded(member) }) {
        case .publish:
            actions.append(.publish(.memberAdded(channel, member)))
        case .duplicate:
            let text = "The server added the member \(member.id), who is there already."
            actions.append(.unexpected(text, on: channel))
        case .unexpected, nil:
            self.notSubscribed(channel, "a member came", into: &actions)
        }
    }

    mutating func memberRemoved(
        _ channel: ChannelName, _ id: UserID, into actions: inout [ClientAction]
    ) {
        switch self.ask(channel, { $0.memberRemoved(id) }) {
        case .publish(let member):
            actions.append(.publish(.memberRemoved(channel, member)))
        case .unknown:
            let text = "The server removed the member \(id), who is not there."
            actions.append(.unexpected(text, on: channel))
        case .unexpected, nil:
            self.notSubscribed(channel, "a member left", into: &actions)
        }
    }

    mutating func counted(
        _ channel: ChannelName, _ count: Int, into actions: inout [ClientAction]
    ) {
        guard self.state(of: channel) != nil else {
            return self.notSubscribed(channel, "a subscription count", into: &actions)
        }
        actions.append(.publish(.subscriptionCount(channel, count)))
    }

    mutating func cacheMissed(_ channel: ChannelName, into actions: inout [ClientAction]) {
        guard self.state(of: channel) != nil else {
            return self.notSubscribed(channel, "a cache miss", into: &actions)
        }
        actions.append(.publish(.cacheMissed(channel)))
    }

    private func notSubscribed(
        _ channel: ChannelName, _ what: String, into actions: inout [ClientAction]
    ) {
        guard self.departures[channel] == nil else { return }
        let text = "The server told of \(what) on a channel without members or subscription."
        actions.append(.unexpected(text, on: channel))
    }

    private func publish(
        _ replaced: SubscriptionStateMachine.MembersReplaced?, of channel: ChannelName,
        into actions: inout [ClientAction]
    ) {
        guard let replaced else { return }
        actions.append(
            .publish(
                .membersReplaced(channel, replaced.members, difference: replaced.difference)))
    }

    /// The server refused an unsubscription because the subscription was in progress, and has
    /// confirmed the subscription: now it can be undone.
    private mutating func departAgain(
        from channel: ChannelName, into actions: inout [ClientAction]
    ) {
        guard let departure = self.departures[channel], departure.wasRefused,
            departure.wasConfirmed, self.state(of: channel) == nil, let link = self.link
        else { return }
        self.departures[channel] = Departure()
        actions.append(.send(.unsubscribe(channel), link.socket))
    }
}

extension ClientAction {
    /// Tell of a message that makes no sense here.
    static func unexpected(_ text: String, on channel: ChannelName? = nil) -> ClientAction {
        .publish(.problem(Problem(kind: .unexpectedMessage, text: text, channel: channel)))
    }

    /// Tell of an error that the server reports.
    static func problem(_ error: ServerError, on channel: ChannelName? = nil) -> ClientAction {
        let code = error.code.map { "error \($0)" } ?? "an error"
        let text = "The server reports \(code): \(error.message)"
        let problem = Problem(
            kind: .serverError(code: error.code), text: text, channel: channel ?? error.channel)
        return .publish(.problem(problem))
    }
}
