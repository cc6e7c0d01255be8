// What `print` shows of the connection: one readable line.

extension StateChange: PrintableReport, ReportLine {
    /// The previous and the new state, and the cause.
    package var line: String {
        guard self.previous != self.current else { return self.current.rawValue }
        return "\(self.previous) → \(self.current): \(self.cause)"
    }
}

extension StateCause: PrintableReport, ReportLine {
    /// The cause, as a part of a sentence.
    package var line: String {
        switch self {
        case .asked: "requested"
        case .established(let establishment): "\(establishment)"
        case .ended(let end): "\(end)".oneLine()
        case .unavailable(let limit): "no attempt has succeeded for \(limit.inWords)"
        case .gaveUp(let attempts, let end): "gave up after \(attempts) attempts: \(end)".oneLine()
        }
    }
}

extension Establishment: PrintableReport, ReportLine {
    package var line: String { "established as \(self.socketID)" }
}

extension ConnectFailure: PrintableReport, ReportLine {
    /// The sentence.
    package var line: String { self.text.oneLine() }
}

extension CloseCode: PrintableReport, ReportLine {
    /// The code and its meaning.
    package var line: String { "\(self.rawValue) (\(self.meaning))" }
}

extension ConnectionAttempt: PrintableReport, ReportLine {
    package var line: String { "attempt \(self.number) at \(self.address)" }
}

extension ScheduledRetry: PrintableReport, ReportLine {
    /// The number of the attempt, when it is made, and by which rule.
    package var line: String {
        "attempt \(self.attempt) in \(self.delay.inWords) (\(self.rule))"
    }
}

extension Gap: PrintableReport, ReportLine {
    package var line: String {
        let count = self.channels.count
        return "\(count) channel\(count == 1 ? "" : "s") may have missed events for "
            + self.duration.inWords
    }
}

extension Problem: PrintableReport, ReportLine {
    /// The channel concerned, if any, and the sentence.
    package var line: String {
        let channel = self.channel.map { "\($0): " } ?? ""
        let count = self.count > 1 ? " (\(self.count) times)" : ""
        return "\(channel)\(self.text)\(count)".oneLine(limit: 500)
    }
}

extension ServerProfile: PrintableReport, ReportLine {
    /// The kind, and the evidence.
    package var line: String {
        self.evidence.isEmpty
            ? self.kind.rawValue
            : "\(self.kind.rawValue): \(self.evidence.joined(separator: "; "))".oneLine(limit: 500)
    }
}
