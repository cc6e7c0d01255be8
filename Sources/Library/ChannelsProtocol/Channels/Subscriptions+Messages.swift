/// Messages of the server about channels, except refusals.
extension Subscriptions {
    mutating func succeeded(_ channel: ChannelName, roster: Roster?) -> OnSucceeded {
        switch self.ask(channel, { $0.succeeded(roster: roster) }) {
        case .subscribed(let replaced):
            return .subscribed(replaced)
        case .again(let replaced):
            return .again(replaced)
        case .leave:
            self.remove(channel)
            return .leave
        case .unexpected, nil:
            guard !self.isDeparted(channel) else { return .leaveAgain }
            let text = "The server confirmed a subscription that was not requested."
            return .report(.unexpected(text, on: channel))
        }
    }

    mutating func memberAdded(_ channel: ChannelName, _ member: Member) -> OnMemberAdded {
        switch self.ask(channel, { $0.memberAdded(member) }) {
        case .publish:
            return .publish
        case .duplicate:
            let text = "The server says that \(member.id) joined, but this member is already there."
            return .report(.unexpected(text, on: channel))
        case .unlisted(let isFirst):
            return isFirst ? .report(.tooManyMembers(on: channel)) : .none
        case .unexpected, nil:
            return self.notSubscribed(channel, "a new member").map { .report($0) } ?? .none
        }
    }

    mutating func memberRemoved(_ channel: ChannelName, _ id: UserID) -> OnMemberRemoved {
        switch self.ask(channel, { $0.memberRemoved(id) }) {
        case .publish(let member):
            return .publish(member)
        case .unlisted:
            return .none
        case .unknown:
            let text = "The server says that \(id) left, but the channel has no such member."
            return .report(.unexpected(text, on: channel))
        case .unexpected, nil:
            return self.notSubscribed(channel, "a member who left").map { .report($0) } ?? .none
        }
    }

    mutating func counted(_ channel: ChannelName, _ count: Int) -> OnNews {
        guard self.ask(channel, { $0.counted(count) }) == nil else { return .publish }
        return self.notSubscribed(channel, "a subscription count").map { .report($0) } ?? .none
    }

    func cacheMissed(_ channel: ChannelName) -> OnNews {
        guard self.entries[channel] == nil else { return .publish }
        return self.notSubscribed(channel, "a cache miss").map { .report($0) } ?? .none
    }

    /// - Returns: `nil` if the channel was unsubscribed, so that the message is expected.
    private func notSubscribed(_ channel: ChannelName, _ what: String) -> Problem? {
        guard !self.isDeparted(channel) else { return nil }
        let text =
            "The server reported \(what) for a channel that has no members or is not subscribed."
        return .unexpected(text, on: channel)
    }
}

extension Problem {
    /// A message that makes no sense at this point.
    static func unexpected(_ text: String, on channel: ChannelName? = nil) -> Problem {
        Problem(kind: .unexpectedMessage, text: text, channel: channel)
    }

    /// An error that the server reports.
    init(_ error: ServerError, on channel: ChannelName? = nil, frame: ReceivedFrame) {
        let code = error.code.map { "error \($0)" } ?? "an error"
        self.init(
            kind: .serverError(code: error.code),
            text: "The server reports \(code): \(error.message)",
            channel: channel ?? error.channel, frame: frame.text)
    }
}

extension Problem {
    /// The channel has more members than are listed.
    static func tooManyMembers(on channel: ChannelName) -> Problem {
        .unexpected(
            "The channel has more than \(Members.limit) members: those who came last are not listed.",
            on: channel)
    }
}
