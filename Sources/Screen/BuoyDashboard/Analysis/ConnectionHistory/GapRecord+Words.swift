import BuoyRecordingFiles
import ChannelsEventWords
import ChannelsProtocol

// The strings contain text from the peer.
extension GapRecord {
    /// `41 events missed; 4201 a pong did not arrive in time; 3 of 3 channels resubscribed; 2
    /// cached events re-sent`
    var summary: String {
        let missed = self.missed.map { [$0.words] } ?? []
        let cause = self.cause.words(.row)
        let pause = self.suspended.map { ["suspended for \(Figures.preciseDuration($0))"] }
        return (missed + [cause] + (pause ?? []) + self.consequences)
            .joined(separator: "; ")
    }

    var consequences: [String] {
        var words: [String] = []
        if !self.channels.isEmpty {
            let back = self.channels.count { $0.subscribedAgain != nil }
            words.append(
                "\(back) of \(Figures.counted(self.channels.count, "channel")) resubscribed")
        } else if self.gap != nil {
            words.append("no channels were subscribed")
        }
        if !self.resentChannels.isEmpty {
            words.append("\(Figures.counted(self.resentChannels.count, "cached event")) re-sent")
        }
        if self.joined + self.left > 0 {
            words.append("\(self.joined) joined and \(self.left) left")
        }
        return words
    }

    func facts(
        at now: ChannelsTimestamp, clock: (ChannelsTimestamp) -> String
    ) -> [ConnectionExplanation.Fact] {
        var facts: [ConnectionExplanation.Fact] = []
        func add(_ label: String, _ value: String) {
            facts.append(ConnectionExplanation.Fact(label: label, value: value))
        }
        add("duration", self.size(at: now).words)
        if let recovered = self.missed?.recovered, !recovered.isEmpty {
            add("recovered", "from the server's history; not counted in rates or totals")
        }
        add("before", self.proof)
        add("cause", self.cause.words(.clause))
        add("ended by", self.cause.party)
        add("last frame", clock(self.lastReceived))
        add("noticed", clock(self.lossNoticed))
        if let suspended = self.suspended {
            add("suspended", "for \(Figures.preciseDuration(suspended)) beforehand")
        }
        if let reconnected = self.reconnected {
            add("reconnected", "\(clock(reconnected)), attempt \(self.attempts)")
        }
        add("ended", self.end.map(clock) ?? "not yet")
        if let id = self.socketID { add("socket id", id.text) }
        for channel in self.channels {
            add(channel.name.text, channel.subscribedAgain.map(clock) ?? "not resubscribed")
        }
        if !self.resentChannels.isEmpty {
            add("re-sent", self.resentChannels.map(\.text).joined(separator: ", "))
        }
        if self.joined + self.left > 0 {
            add("members", "\(self.joined) joined, \(self.left) left")
        }
        if let missed = self.missed {
            add("missed", missed.countWords)
            for channel in missed.channels {
                add(channel.name.text, Figures.counted(channel.count, "event"))
            }
        }
        return facts
    }

    func recoveredLines(clock: (ChannelsTimestamp) -> String) -> [String] {
        let events = self.missed?.recovered ?? []
        guard !events.isEmpty else { return [] }
        let rest = events.count - Self.mostListed
        return events.prefix(Self.mostListed).map { event in
            let time = event.published.map {
                let microseconds = $0.multipliedReportingOverflow(by: 1000).partialValue
                return clock(
                    ChannelsTimestamp(monotonicNanoseconds: 0, wallMicroseconds: microseconds))
                    + " "
            }
            return "\(time ?? "")\(event.channel.text) \(event.name.text) "
                + event.data.text.oneLine(limit: 400)
        } + (rest > 0 ? ["and \(Figures.counted(rest, "more event"))"] : [])
    }

    private static let mostListed = 100

    private var proof: String {
        if self.endedInOrder {
            return "complete: the other end closed cleanly, so everything it sent has arrived"
        }
        let silence = max(self.lossNoticed.duration(since: self.lastReceived), .zero)
        return silence < .milliseconds(100)
            ? "complete: the last frame arrived just before the loss"
            : "unknown for \(Figures.preciseDuration(silence)): no clean close, "
                + "so events may be missing"
    }

    /// The record as a JSON object, with the names of JSON lines.
    func json(at now: ChannelsTimestamp) -> JSONValue {
        let size = self.size(at: now)
        var fields = RecordedFields()
        fields.add("gap", self.number)
        fields.add("open", self.isOpen)
        fields.add("detail", self.cause.words(.clause))
        fields.add("duration_ms", size.longest)
        fields.add("downtime_ms", size.downtime)
        fields.add("ended_in_order", self.endedInOrder)
        fields.add("cause", self.cause)
        fields.add("socket_id", self.socketID?.text)
        fields.add("last_received", self.lastReceived)
        fields.add("noticed", self.lossNoticed)
        fields.add("suspended_ms", self.suspended)
        fields.add("reconnected", self.reconnected)
        fields.add("end", self.end)
        fields.add("attempts", self.attempts)
        let channels = self.channels.map { channel in
            var fields = RecordedFields()
            fields.add("channel", channel.name.text)
            fields.add("subscribed_again", channel.subscribedAgain)
            return fields.json
        }
        fields.add("channels", .array(channels))
        fields.add("cached_again", .array(self.resentChannels.map { .string($0.text) }))
        fields.add("joined", self.joined)
        fields.add("left", self.left)
        fields.add("missed", self.missed?.json)
        return fields.json
    }
}

extension MissedEvents {
    /// `41 events missed`, or `at least 41 events missed`.
    var words: String { "\(self.countWords) missed" }

    var countWords: String {
        guard self.count > 0 || self.isIncomplete else { return "no events" }
        return (self.isIncomplete ? "at least " : "") + Figures.counted(self.count, "event")
    }

    /// The longest first: `95 events missed (63 ticker-BTC, 32 orders)`.
    var rowForms: [String] {
        let channels = self.channels.sorted { $0.count > $1.count }
            .map { "\(Figures.grouped($0.count)) \($0.name.text)" }
        guard !channels.isEmpty else { return [self.words] }
        let some = channels.prefix(2).joined(separator: ", ")
        let more = channels.count > 2 ? ", …" : ""
        return [
            "\(self.words) (\(channels.prefix(6).joined(separator: ", "))"
                + "\(channels.count > 6 ? ", …" : ""))",
            "\(self.words) (\(some)\(more))", self.words,
        ]
    }

    fileprivate var json: JSONValue {
        var fields = RecordedFields()
        fields.add("events", self.count)
        fields.add("complete", !self.isIncomplete)
        var channels = RecordedFields()
        for channel in self.channels { channels.add(channel.name.text, channel.count) }
        fields.add("channels", channels.json)
        if !self.recovered.isEmpty {
            fields.add("recovered", .array(self.recovered.map(\.json)))
        }
        return fields.json
    }
}

extension MissedEvents.Event {
    fileprivate var json: JSONValue {
        var fields = RecordedFields()
        if let published = self.published {
            fields.add("published_at_ms", .number(String(published)))
        }
        fields.add("channel", self.channel.text)
        fields.add("event", self.name.text)
        fields.add("data", self.data.text)
        return fields.json
    }
}
