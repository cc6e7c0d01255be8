import ChannelsProtocol

// Descriptions of gaps, in which events may have been missed.
extension EventDescription {
    static func gap(_ gap: Gap) -> EventDescription {
        var words = EventDescription("gap", .connection, .gap, "gap") { gap.sentence }
        words.outcome = .warning
        words.logLevel = .warning
        words.connectionLog = .entry
        words.makeFacts = { $0.add(gap) }
        words.makeSpoken = { _ in gap.spoken }
        words.makeMasked = { _ in
            "gap of \(Figures.preciseDuration(gap.duration)), \(gap.channels.count) channels"
        }
        return words
    }
}

extension Gap {
    /// `58s on 3 channels: events may have been missed. Nothing came for 46s, then the loss was
    /// noticed; subscribed again 12s later.` After a suspension: `18s on 2 channels: events may
    /// have been missed. Nothing ran here for 20s. Nothing came for 18s, then …`
    fileprivate var sentence: String {
        let size = Figures.preciseDuration(self.duration)
        guard !self.channels.isEmpty else {
            return "\(size) without a connection, no channel was subscribed"
        }
        var text =
            "\(size) on \(Figures.counted(self.channels.count, "channel")): events may have "
            + "been missed. \(self.noticed), subscribed again "
            + "\(Figures.preciseDuration(self.end.duration(since: self.lossNoticed))) later"
        let missing = self.missingChannels
        if missing.count == self.channels.count {
            text =
                "events on \(Figures.counted(missing.count, "channel")) may have been missed "
                + "for \(size). \(self.noticed)"
        }
        if !missing.isEmpty { text += "; not subscribed again: \(Self.list(missing))" }
        return text
    }

    private var noticed: String {
        let noticed =
            self.silence < .milliseconds(100)
            ? "The loss was noticed at once"
            : "Nothing came for \(Figures.preciseDuration(self.silence)) before the loss was noticed"
        guard let suspended = self.suspended else { return noticed }
        return "Nothing ran here for \(Figures.preciseDuration(suspended)). \(noticed)"
    }

    fileprivate var spoken: String {
        let pause =
            self.suspended.map {
                "This program did not run for \(SpokenWords.duration($0)). "
            } ?? ""
        let again = "\(pause)Connected again after \(SpokenWords.duration(self.duration))"
        guard !self.channels.isEmpty else { return "\(again)." }
        let missing = self.missingChannels
        let rest =
            missing.isEmpty
            ? "" : " Not subscribed again: \(SpokenWords.list(missing.map(\.text)))."
        return "\(again) without events on "
            + "\(SpokenWords.counted(self.channels.count, "channel")): some may have been missed."
            + rest
    }

    private static func list(_ names: [ChannelName]) -> String {
        let shown = names.prefix(3).map(\.text).joined(separator: ", ")
        return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
    }
}

extension EventFacts {
    /// Adds the three times, and when each channel was subscribed again.
    fileprivate mutating func add(_ gap: Gap) {
        self.add("duration_ms", gap.duration)
        self.add("last_received", gap.lastReceived)
        self.add("loss_noticed", gap.lossNoticed)
        if let suspended = gap.suspended { self.add("suspended_ms", suspended) }
        self.add("reconnected", gap.reconnected)
        self.add("channels", gap.channels.count)
        let again = gap.channels.map { channel in
            JSONObject.Member(
                key: channel.name.text,
                value: channel.subscribedAgain.map { .string(UTCTime.text(of: $0)) } ?? .null)
        }
        self.add("subscribed_again", .object(JSONObject(again)))
    }
}
