/// What the server says about channels, refusals apart.
extension Subscriptions {
    mutating func succeeded(
        _ channel: ChannelName, roster: Roster?, at time: Timestamp,
        into actions: inout [ClientAction]
    ) {
        switch self.ask(channel, { $0.succeeded(roster: roster) }) {
        case .subscribed(let replaced):
            self.publishState(of: channel, at: time, into: &actions)
            self.publish(replaced, of: channel, into: &actions)
        case .again(let replaced):
            self.publish(replaced, of: channel, into: &actions)
        case .leave:
            self.leave(channel, into: &actions)
        case .unexpected, nil:
            guard self.isDeparted(channel) else {
                let text = "The server confirmed a subscription that was not asked for."
                return actions.append(.unexpected(text, on: channel))
            }
            // It was told before it had confirmed, and may not have listened.
            self.sendUnsubscription(of: channel, into: &actions)
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
        guard let index = self.entries.index(forKey: channel) else {
            return self.notSubscribed(channel, "a subscription count", into: &actions)
        }
        self.entries.values[index].subscriptionCount = count
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
        guard !self.isDeparted(channel) else { return }
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
}

extension ClientAction {
    /// Tell of a message that makes no sense here.
    static func unexpected(_ text: String, on channel: ChannelName? = nil) -> ClientAction {
        .publish(.problem(Problem(kind: .unexpectedMessage, text: text, channel: channel)))
    }

    /// Tell of an error that the server reports.
    static func problem(
        _ error: ServerError, on channel: ChannelName? = nil, frame: ReceivedFrame
    ) -> ClientAction {
        let code = error.code.map { "error \($0)" } ?? "an error"
        let text = "The server reports \(code): \(error.message)"
        let problem = Problem(
            kind: .serverError(code: error.code), text: text, channel: channel ?? error.channel,
            frame: frame.text)
        return .publish(.problem(problem))
    }
}
