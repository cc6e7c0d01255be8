import ChannelsProtocol

extension EventDescription {
    static func subscription(
        _ channel: ChannelName, _ state: SubscriptionState
    ) -> EventDescription {
        let isFailure = if case .failed = state { true } else { false }
        var words = EventDescription(
            .subscriptionChanged, .channel, isFailure ? .failure : .report,
            isFailure ? state.failureTitle : state.exportName, channel: channel
        ) { state.sentence(besides: channel) }
        words.logLevel = isFailure ? .error : .debug
        words.connectionLog = .step
        words.makeSpoken = { _ in state.spoken(of: channel) }
        words.makeMasked = { mask in "\(mask(channel)) \(state.maskedWords)" }
        words.makeNotice = { _ in state.notice(of: channel) }
        switch state {
        case .subscribed: (words.outcome, words.connectionLog) = (.good, .entry)
        case .unsubscribed: words.connectionLog = .entry
        case .failed(let failure):
            words.makeLogged = { "(\(failure.maskedWords))" }
            (words.outcome, words.connectionLog, words.code) = (.bad, .entry, failure.code)
            words.rowCode = (failure.status ?? failure.code).map { "\($0)" }
            words.makeRowSentence = { failure.reason }
        case .requested, .authorizing, .subscribing, .unsubscribing: break
        }
        return words
    }

    static func subscriptionStuck(_ channel: ChannelName, _ wait: Duration) -> EventDescription {
        let remedy = "The request is still pending; resubscribe to retry."
        var words = EventDescription(
            .subscriptionStuck, .channel, .failure, "stuck", channel: channel
        ) { "no answer for \(Figures.preciseDuration(wait)), still waiting" }
        words.outcome = .warning
        words.logLevel = .warning
        words.connectionLog = .entry
        words.advice = remedy
        words.makeSpoken = { _ in
            "The server has not answered the subscription to \(SpokenWords.name(channel)) for "
                + "\(SpokenWords.duration(wait)). \(remedy)"
        }
        words.makeMasked = { mask in
            "\(mask(channel)) stuck for \(Figures.preciseDuration(wait))"
        }
        words.makeNotice = { [makeSentence = words.makeSentence] _ in
            NoticeWords(
                .warning, "\(channel.text): \(makeSentence?() ?? ""); press t in Channels to retry")
        }
        return words
    }

    static func authorization(_ report: AuthorizationReport) -> EventDescription {
        let isGranted = report.isGranted
        let (name, channel): (String, ChannelName?) =
            switch report.subject {
            case .channel(let channel): (isGranted ? "authorized" : "unauthorized", channel)
            case .newKey(let channel): (isGranted ? "new key" : "no new key", channel)
            case .user: (isGranted ? "authenticated" : "unauthenticated", nil)
            }
        var words = EventDescription(
            .authorizationAnswered, .channel, .report, name, channel: channel
        ) {
            let status = report.status.map { "HTTP \($0) in " } ?? "in "
            let requests =
                report.attempts > 1 ? ", \(Figures.counted(report.attempts, "request"))" : ""
            let warning = report.repetition.map { "; \($0.sentence)" } ?? ""
            return status + Figures.roundTrip(report.duration) + requests + warning
        }
        words.outcome = !isGranted ? .bad : report.repetition == nil ? .good : .warning
        words.connectionLog = .entry
        words.isQuiet = true
        words.makeMasked = { mask in report.maskedWords(mask) }
        return words
    }

    // MARK: Members

    static func members(
        _ channel: ChannelName, _ members: PresenceMembers, _ difference: MemberDifference?
    ) -> EventDescription {
        var words = EventDescription(
            .membersReplaced, .member, .report, "members", channel: channel
        ) {
            var sentence = Figures.counted(members.total, "member")
            if let difference = difference?.excludingMe, !difference.isEmpty {
                let changes = [("joined", difference.joined), ("left", difference.left)]
                for (verb, members) in changes where !members.isEmpty {
                    let start = difference.isAfterAbsence ? "while away " : ""
                    sentence += "; \(start)\(members.count) \(verb): \(members.list())"
                }
            }
            return sentence
        }
        words.connectionLog = .entry
        words.isSelfExplaining = true
        words.makeSpoken = { _ in members.spoken(difference, of: channel) }
        return words
    }

    static func memberAdded(_ channel: ChannelName, _ member: PresenceMember) -> EventDescription {
        var words = self.memberChange(.memberAdded, "joined", channel, member)
        words.makeSpoken = { $0.sentence(for: member, "joined", channel) }
        return words
    }

    static func memberRemoved(_ channel: ChannelName, _ member: PresenceMember) -> EventDescription
    {
        var words = self.memberChange(.memberRemoved, "left", channel, member)
        words.makeSpoken = { $0.sentence(for: $0.memberBefore ?? member, "left", channel) }
        return words
    }

    private static func memberChange(
        _ kind: ReportKind, _ verb: String, _ channel: ChannelName, _ member: PresenceMember
    ) -> EventDescription {
        var words = EventDescription(kind, .member, .report, verb, channel: channel) {
            member.id.text
        }
        words.userID = member.id
        words.data = member.info
        return words
    }

    static func subscriptionCount(_ channel: ChannelName, _ count: Int) -> EventDescription {
        var words = EventDescription(
            .subscriptionCount, .member, .report, "count", channel: channel
        ) { Figures.counted(count, "subscriber") }
        words.makeSpoken = { _ in
            "\(SpokenWords.name(channel)) has \(SpokenWords.counted(count, "subscriber"))."
        }
        return words
    }

    static func cacheMissed(_ channel: ChannelName) -> EventDescription {
        var words = EventDescription(
            .cacheMissed, .channel, .report, "cache miss", channel: channel
        ) { "no event is cached yet" }
        words.connectionLog = .entry
        words.makeSpoken = { _ in "\(SpokenWords.name(channel)) has no cached event yet." }
        return words
    }
}

extension SubscriptionState {
    fileprivate func sentence(besides channel: ChannelName) -> String {
        switch self {
        case .requested: "waiting for a connection"
        case .authorizing: "requesting a signature"
        case .subscribing: "sent to the server"
        case .subscribed, .unsubscribed: ""
        case .unsubscribing: "waiting for the server's answer"
        case .failed(let failure):
            (failure.status.map { "\($0), " } ?? "") + failure.reason
        }
    }

    /// Nobody refused a subscription that was not requested.
    fileprivate var failureTitle: String {
        guard case .failed(let failure) = self, failure.phase == .notRequested else {
            return "refused"
        }
        return "lost"
    }

    fileprivate func spoken(of channel: ChannelName) -> String? {
        switch self {
        case .subscribed: "Subscribed to \(SpokenWords.name(channel))."
        case .unsubscribed: "Unsubscribed from \(SpokenWords.name(channel))."
        case .failed(let failure):
            "Not subscribed to \(SpokenWords.name(channel))\(SpokenWords.status(failure.status)): "
                + SpokenWords.sentence(SpokenWords.cut(failure.text, to: 600))
                + (failure.remedy.map { " \($0)" } ?? "")
        case .requested, .authorizing, .subscribing, .unsubscribing: nil
        }
    }

    fileprivate func notice(of channel: ChannelName) -> NoticeWords? {
        switch self {
        case .subscribed: NoticeWords(.success, "subscribed \(channel.text)")
        case .unsubscribed: NoticeWords(.success, "unsubscribed \(channel.text)")
        case .failed(let failure):
            NoticeWords(.failure, "\(channel.text): \(failure.conclusion)")
        case .requested, .authorizing, .subscribing, .unsubscribing: nil
        }
    }

    var exportName: String {
        switch self {
        case .requested: "requested"
        case .authorizing: "authorizing"
        case .subscribing: "subscribing"
        case .subscribed: "subscribed"
        case .unsubscribing: "unsubscribing"
        case .unsubscribed: "unsubscribed"
        case .failed: "failed"
        }
    }
}

extension SubscriptionFailure {
    fileprivate var remedy: String? {
        self.phase == .notRequested
            ? nil : "It will be retried on the next connection, or on request."
    }
}

extension PresenceMembers {
    fileprivate func spoken(_ difference: MemberDifference?, of channel: ChannelName) -> String {
        var sentence =
            "\(SpokenWords.name(channel)) has \(SpokenWords.counted(self.count, "member"))"
        if !self.isEmpty {
            sentence += ": \(SpokenWords.list(self.ordered.map(SpokenWords.name)))"
        }
        sentence += "."
        if let difference = difference?.excludingMe, !difference.isEmpty {
            sentence += difference.isAfterAbsence ? " Meanwhile " : " "
            sentence += "\(SpokenWords.number(difference.joined.count)) joined and "
            sentence += "\(SpokenWords.number(difference.left.count)) left."
        }
        return sentence
    }
}
