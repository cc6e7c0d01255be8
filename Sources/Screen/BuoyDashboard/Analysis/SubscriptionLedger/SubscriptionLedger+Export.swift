import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol

extension ConnectionSubscriptions {
    /// `5 of 6 subscribed in 48ms; lasted 3m 10s`
    func summary(_ subscriptions: [SubscriptionTrace], at now: Timestamp) -> String {
        let channels = Set(subscriptions.map(\.channel))
        let confirmed = subscriptions.filter { $0.confirmed != nil }
        let names = Set(confirmed.map(\.channel))
        var text = "\(names.count) of \(channels.count) subscribed"
        if let last = confirmed.compactMap(\.confirmed).max() {
            text += " in \(Figures.roundTrip(last.duration(since: self.established)))"
        }
        let stuck = subscriptions.count(where: \.isStuck)
        if stuck > 0 { text += ", \(stuck) stuck" }
        let repeated = subscriptions.count { $0.authorization?.repetition != nil }
        if repeated > 0 { text += ", \(Figures.counted(repeated, "token")) reused" }
        guard let end = self.end else { return text }
        return "\(text); lasted \(Figures.preciseDuration(end.duration(since: self.established)))"
    }

    /// Which channels were subscribed when.
    /// - Parameter clock: formats a time of day.
    func facts(
        _ subscriptions: [SubscriptionTrace], at now: Timestamp, clock: (Timestamp) -> String
    ) -> [(label: String, value: String)] {
        var facts = [
            (label: "socket id", value: self.socketID.text),
            (label: "established", value: clock(self.established)),
            (label: "lost", value: self.end.map(clock) ?? "not yet"),
        ]
        for trace in subscriptions {
            let value: String
            if let confirmed = trace.confirmed {
                let isLost = trace.ending == .connectionLost
                let end = isLost ? nil : trace.end.map { " to \(clock($0))" }
                value = "subscribed from \(clock(confirmed))\(end ?? "")"
            } else {
                value = trace.summary(at: now)
            }
            facts.append((trace.channel.text, value))
        }
        return facts
    }
}

// For programs.
extension SubscriptionLedger {
    /// The entries as JSON objects, oldest first, with times in UTC and durations in milliseconds.
    var json: [JSON] {
        self.numbers.compactMap { number in
            switch self[number] {
            case .connection(let connection): Self.json(connection)
            case .subscription(let trace): Self.json(trace)
            case nil: nil
            }
        }
    }

    private static func json(_ connection: ConnectionSubscriptions) -> JSON {
        var facts = EventFacts()
        facts.add("kind", "connection")
        facts.add("socket_id", connection.socketID.text)
        facts.add("established", connection.established)
        if let end = connection.end { facts.add("end", end) }
        return .object(JSONObject(facts.members))
    }

    private static func json(_ trace: SubscriptionTrace) -> JSON {
        var facts = EventFacts()
        facts.add("kind", "subscription")
        facts.add("channel", trace.channel.text)
        facts.add("socket_id", trace.socketID?.text)
        facts.add("begun", trace.begun)
        if let authorization = trace.authorization {
            facts.add("authorization", Self.json(authorization, of: trace))
        }
        if let sent = trace.sent { facts.add("sent", sent) }
        if let confirmed = trace.confirmed { facts.add("confirmed", confirmed) }
        if let overdue = trace.overdue { facts.add("overdue", overdue) }
        if let refused = trace.refused { facts.add("refused", refused) }
        if let failure = trace.failure {
            var failure = failure
            failure.parts.cause = MaskedSignatures.text(failure.cause)
            failure.parts.advice = MaskedSignatures.text(failure.parts.advice)
            failure.frame = failure.frame.map(MaskedSignatures.text)
            var reason = EventFacts()
            reason.add(failure)
            reason.add("expected_text", failure.comparison?.expected)
            facts.add("failure", .object(JSONObject(reason.members)))
        }
        if let end = trace.end { facts.add("end", end) }
        facts.add("ending", trace.ending?.rawValue)
        return .object(JSONObject(facts.members))
    }

    private static func json(_ report: AuthorizationReport, of trace: SubscriptionTrace) -> JSON {
        var facts = EventFacts()
        if let requested = trace.requested { facts.add("requested", requested) }
        if let answered = trace.answered { facts.add("answered", answered) }
        facts.add("duration_ms", report.duration)
        facts.add("granted", .bool(report.isGranted))
        facts.add("http_status", report.status)
        facts.add("signed_text", report.stringToSign)
        facts.add(
            "requests",
            .array(
                report.requests.map { request in
                    var facts = EventFacts()
                    facts.add("http_status", request.status)
                    facts.add("duration_ms", request.duration)
                    return .object(JSONObject(facts.members))
                }))
        if let token = trace.token {
            facts.add("token_first_use", token.firstUse)
            facts.add("token_uses", token.uses)
        }
        facts.add("used_again", report.repetition?.exportName)
        return .object(JSONObject(facts.members))
    }
}
