import ChannelsProtocol

extension EventDescription {
    static func gap(_ gap: ConnectionGap) -> EventDescription {
        var words = EventDescription(.gap, .connection, .gap, "gap") { gap.sentence }
        words.outcome = .warning
        words.logLevel = .warning
        words.connectionLog = .entry
        words.makeSpoken = { _ in gap.spoken }
        words.makeMasked = { _ in
            "gap of \(gap.size.words), \(gap.channels.count) channels"
        }
        return words
    }
}

extension ConnectionGap {
    /// `12s, up to 58s on 3 channels: events may have been missed. Nothing arrived for 46s before
    /// the loss was noticed, subscribed again 12s later.`
    fileprivate var sentence: String {
        let size = self.size.words
        guard !self.channels.isEmpty else {
            return "\(size) without a connection, no channels were subscribed"
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
        let late = self.silence >= .milliseconds(100)
        let silence = Figures.preciseDuration(self.silence)
        let noticed =
            if self.endedInOrder {
                "Everything the peer sent arrived (it closed cleanly"
                    + (late ? ", noticed \(silence) later)" : ")")
            } else if late {
                "Nothing arrived for \(silence) before the loss was noticed"
            } else {
                "The loss was noticed immediately"
            }
        guard let suspended = self.suspended else { return noticed }
        return "Suspended for \(Figures.preciseDuration(suspended)). \(noticed)"
    }

    fileprivate var spoken: String {
        let pause =
            self.suspended.map {
                "This program was suspended for \(SpokenWords.duration($0)). "
            } ?? ""
        let again = "\(pause)Reconnected after \(SpokenWords.duration(self.downtime))"
        guard !self.channels.isEmpty else { return "\(again)." }
        let silence =
            self.size.hasSilence
            ? " Nothing arrived for \(SpokenWords.duration(self.duration - self.downtime)) "
                + "before that."
            : ""
        let missing = self.missingChannels
        let rest =
            missing.isEmpty
            ? "" : " Not subscribed again: \(SpokenWords.list(missing.map(\.text)))."
        return "\(again) without events on "
            + "\(SpokenWords.counted(self.channels.count, "channel")): some may have been missed."
            + silence + rest
    }

    private static func list(_ names: [ChannelName]) -> String {
        let shown = names.prefix(3).map(\.text).joined(separator: ", ")
        return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
    }
}
