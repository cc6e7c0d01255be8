import ChannelsEventWords
import ChannelsProtocol

// The strings contain text from the peer.
extension SubscriptionTrace {
    var outcome: EventDescription.Outcome {
        if self.confirmed != nil { return self.authorization?.repetition == nil ? .good : .warning }
        if self.failure != nil { return .bad }
        return self.isStuck ? .warning : .neutral
    }

    /// `HTTP 200 in 12ms, confirmed in 3ms, lost`; what went wrong comes first.
    func summary(at now: ChannelsTimestamp) -> String {
        var words = [self.authorization?.repetition?.words, self.trouble(at: now)]
        words.append(self.authorizationWords)
        if let sent = self.sent {
            if let confirmed = self.confirmed {
                words.append("confirmed in \(Figures.roundTrip(confirmed.duration(since: sent)))")
            } else if self.failure == nil, !self.isStuck, self.end == nil {
                words.append("sent \(Figures.preciseDuration(now.duration(since: sent))) ago")
            }
        }
        switch self.ending {
        case .connectionLost: words.append(self.isSettled ? "lost" : "lost before the answer")
        case .unsubscribed: words.append("then unsubscribed")
        case .repeated: words.append("then started again")
        case nil: break
        }
        return words.compactMap(\.self).joined(separator: ", ")
    }

    private func trouble(at now: ChannelsTimestamp) -> String? {
        if self.isStuck {
            let wait = Figures.duration(now.duration(since: self.sent ?? self.begun))
            return self.sent == nil
                ? "stuck: no authorization for \(wait)" : "stuck: no answer for \(wait)"
        }
        guard self.confirmed == nil, let failure = self.failure, let refused = self.refused,
            let sent = self.sent
        else { return nil }
        let what = failure.comparison == nil ? "refused" : "wrong signature: refused"
        return "\(what) in \(Figures.roundTrip(refused.duration(since: sent)))"
    }

    private var authorizationWords: String? {
        guard let authorization = self.authorization else {
            return self.sent == nil && !self.isStuck && self.end == nil
                ? "requesting a signature" : nil
        }
        let time = Figures.roundTrip(authorization.duration)
        guard let status = authorization.status else {
            return (authorization.isGranted ? "signed" : "not authorized") + " in \(time)"
        }
        let count = authorization.attempts
        let requests = count > 1 ? ", \(Figures.counted(count, "request"))" : ""
        return "HTTP \(status) in \(time)\(requests)"
            + (authorization.isGranted ? "" : ": not authorized")
    }

    func facts(at now: ChannelsTimestamp, clock: (ChannelsTimestamp) -> String) -> [(
        label: String, value: String
    )] {
        var facts = [(label: "channel", value: self.channel.text)]
        func add(_ label: String, _ value: String?) {
            if let value { facts.append((label, value)) }
        }
        add("socket id", self.socketID?.text ?? "unknown")
        add("started", clock(self.begun))
        facts += self.authorizationFacts(clock: clock)
        let signed = self.failure?.comparison?.signedHere ?? self.authorization?.stringToSign
        add("signed string", signed ?? self.failure?.stringToSign)
        add("sent", self.sent.map(clock))
        add("confirmed", self.confirmed.map { self.moment($0, after: self.sent, clock) })
        add("overdue", self.overdue.map { "since \(clock($0))" })
        add("refused", self.refused.map { self.moment($0, after: self.sent, clock) })
        add("reason", self.failure?.reason)
        if let comparison = self.failure?.comparison {
            add("expected", comparison.expected)
            add(
                "difference",
                comparison.firstDifference.map { "from byte \($0 + 1)" }
                    ?? "none: both signed the same string, so the secret or the key differs")
        }
        add("ended", self.end.map { "\(clock($0)), \(self.endingWords)" })
        return facts
    }

    private func authorizationFacts(clock: (ChannelsTimestamp) -> String) -> [(
        label: String, value: String
    )] {
        guard let authorization = self.authorization, let requested = self.requested,
            let answered = self.answered
        else { return [] }
        var facts = [
            (label: "requested", value: self.moment(requested, after: self.begun, clock))
        ]
        for (index, request) in authorization.requests.enumerated() {
            let answer = request.status.map { "HTTP \($0)" } ?? "no response"
            facts.append(
                ("request \(index + 1)", "\(answer) after \(Figures.roundTrip(request.duration))"))
        }
        facts.append(
            (
                authorization.isGranted ? "authorized" : "not authorized",
                self.moment(answered, after: requested, clock)
            ))
        if let token = self.token {
            let age = Figures.duration(max(requested.duration(since: token.firstUse), .zero))
            facts.append(
                (
                    "token",
                    token.uses == 1
                        ? "first use"
                        : "first sent \(age) earlier, at \(clock(token.firstUse)); "
                            + "\(token.uses) uses"
                ))
        }
        if let repetition = authorization.repetition {
            facts.append(("warning", repetition.sentence))
        }
        return facts
    }

    /// `14:01:24.010, after 12ms`
    private func moment(
        _ time: ChannelsTimestamp, after start: ChannelsTimestamp?,
        _ clock: (ChannelsTimestamp) -> String
    ) -> String {
        guard let start else { return clock(time) }
        return "\(clock(time)), after \(Figures.roundTrip(max(time.duration(since: start), .zero)))"
    }

    private var endingWords: String {
        switch self.ending {
        case .connectionLost: "the connection was lost"
        case .unsubscribed: "unsubscribed"
        case .repeated: "started again"
        case nil: ""
        }
    }
}
