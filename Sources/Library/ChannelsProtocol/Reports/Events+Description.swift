extension ClientReport: CustomStringConvertible {
    /// The number and the report on one line, cut at 500 characters, for a log.
    public var description: String { "#\(self.number) \(self.kind)".oneLine(limit: 500) }
}

extension ChannelsEvent: Printed {
    package var printed: String {
        let channel = self.channel.map { " on \($0)" } ?? ""
        let sender = self.userID.map { " from \($0)" } ?? ""
        let data = self.data.isAbsent ? "" : ": \(self.data)"
        return "\(self.name)\(channel)\(sender)".oneLine() + data
    }
}

extension EventData: Printed {
    package var printed: String {
        String(decoding: self.textPrefix(400), as: UTF8.self).oneLine()
    }
}

extension ChannelsTimestamp: Printed {
    package var printed: String {
        let milliseconds = (self.wallMicroseconds / 1000) % 86_400_000
        let time = milliseconds < 0 ? milliseconds + 86_400_000 : milliseconds
        let parts = [time / 3_600_000, time / 60_000 % 60, time / 1000 % 60]
        let clock = parts.map { Self.padded($0, to: 2) }.joined(separator: ":")
        return "\(clock).\(Self.padded(time % 1000, to: 3)) UTC"
    }

    private static func padded(_ number: Int64, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension EventBinding: Printed {
    package var printed: String {
        let event = self.event?.text ?? "every event"
        let place =
            self.isForUser ? "for the user" : self.channel.map { "on \($0)" } ?? "everywhere"
        let state = self.isEnabled ? "" : ", switched off"
        return "\(self.id) \(event) \(place), \(self.hits) hits\(state)".oneLine()
    }
}

extension BindingHits: CustomStringConvertible {
    /// The binding, and the number of events received.
    public var description: String { "\(self.id): \(self.total)" }
}

extension SkippedEvents: CustomStringConvertible {
    /// The numbers of skipped events and folded reports.
    public var description: String {
        "\(self.events) events were skipped, \(self.folded) reports folded"
    }
}

extension ClientEventRejection: CustomStringConvertible {
    /// The server's words, and the events that may have been refused.
    public var description: String {
        let code = self.code.map { " (\($0))" } ?? ""
        let names = self.candidates.map(\.name.text).joined(separator: ", ")
        return "client events were refused\(code): \(self.text), perhaps \(names)".oneLine()
    }
}

extension ClientEventMeter: CustomStringConvertible {
    package var description: String {
        let limit = self.limit.map { " of \($0)" } ?? ""
        return "\(self.sentInLastSecond)\(limit) sent in the last second, \(self.waiting) waiting"
    }
}
