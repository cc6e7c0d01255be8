import BuoyRecordingFiles
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol

extension ConnectionSubscriptions {
    private static let startTime = Duration.seconds(1)

    /// `5 of 6 subscribed in 48ms; lasted 3m 10s`
    func summary(_ subscriptions: [SubscriptionTrace], at now: ChannelsTimestamp) -> String {
        let channels = Set(subscriptions.map(\.channel))
        let confirmed = subscriptions.filter { $0.confirmed != nil }
        let names = Set(confirmed.map(\.channel))
        var text = "\(names.count) of \(channels.count) subscribed"
        // Channels that were added later say nothing about this connection's start.
        let first = confirmed.filter {
            $0.begun.duration(since: self.established) < Self.startTime
        }
        if first.count == confirmed.count, let last = first.compactMap(\.confirmed).max() {
            text += " in \(Figures.roundTrip(last.duration(since: self.established)))"
        }
        let stuck = subscriptions.count(where: \.isStuck)
        if stuck > 0 { text += ", \(stuck) stuck" }
        let repeated = subscriptions.count { $0.authorization?.repetition != nil }
        if repeated > 0 { text += ", \(Figures.counted(repeated, "token")) reused" }
        guard let end = self.end else { return text }
        return "\(text); lasted \(Figures.preciseDuration(end.duration(since: self.established)))"
    }

    func facts(
        _ subscriptions: [SubscriptionTrace], at now: ChannelsTimestamp,
        clock: (ChannelsTimestamp) -> String
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

extension SubscriptionLedger {
    /// The entries as JSON objects, oldest first, with the names of JSON lines.
    var json: [JSONValue] {
        self.numbers.compactMap { number in
            switch self[number] {
            case .connection(let connection): Self.json(connection)
            case .subscription(let trace): Self.json(trace)
            case nil: nil
            }
        }
    }

    private static func json(_ connection: ConnectionSubscriptions) -> JSONValue {
        var fields = RecordedFields()
        fields.add("kind", "connection")
        fields.add("socket_id", connection.socketID.text)
        fields.add("established", connection.established)
        fields.add("end", connection.end)
        return fields.json
    }

    private static func json(_ trace: SubscriptionTrace) -> JSONValue {
        var fields = RecordedFields()
        fields.add("kind", "subscription")
        fields.add("channel", trace.channel.text)
        fields.add("socket_id", trace.socketID?.text)
        fields.add("begun", trace.begun)
        fields.add("authorization", trace.authorization.map { Self.json($0, of: trace) })
        fields.add("sent", trace.sent)
        fields.add("confirmed", trace.confirmed)
        fields.add("overdue", trace.overdue)
        fields.add("refused", trace.refused)
        fields.add("failure", trace.failure)
        fields.add("end", trace.end)
        fields.add("ending", trace.ending?.rawValue)
        return fields.json
    }

    private static func json(_ report: AuthorizationReport, of trace: SubscriptionTrace)
        -> JSONValue
    {
        var fields = RecordedFields()
        fields.add("requested", trace.requested)
        fields.add("answered", trace.answered)
        fields.add("took_ms", report.duration)
        fields.add("granted", report.isGranted)
        fields.add("status", report.status)
        fields.add("string_to_sign", report.stringToSign)
        let requests = report.requests.map { request in
            var fields = RecordedFields()
            fields.add("status", request.status)
            fields.add("took_ms", request.duration)
            return fields.json
        }
        fields.add("requests", .array(requests))
        fields.add("token_first_use", trace.token?.firstUse)
        fields.add("token_uses", trace.token?.uses)
        fields.add("used_again", report.repetition?.exportName)
        return fields.json
    }
}
