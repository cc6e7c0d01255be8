extension StateChange: Printed {
    package var printed: String {
        guard self.previous != self.current else { return self.current.rawValue }
        return "\(self.previous) → \(self.current): \(self.cause)"
    }
}

extension StateCause: CustomStringConvertible {
    /// The cause, as a clause.
    public var description: String {
        switch self {
        case .asked: "requested"
        case .established(let establishment): "\(establishment)"
        case .ended(let end): "\(end)".oneLine()
        case .unavailable(let limit): "no attempt has succeeded for \(limit.inWords)"
        case .gaveUp(let attempts, let end): "gave up after \(attempts) attempts: \(end)".oneLine()
        }
    }
}

extension Establishment: CustomStringConvertible {
    /// The connection's socket id.
    public var description: String { "established as \(self.socketID)" }
}

extension ConnectFailure: CustomStringConvertible {
    /// The text of the failure, on one line. Parts of it may come from the peer.
    public var description: String { self.text.oneLine() }
}

extension CloseCode: Printed {
    package var printed: String { "\(self.rawValue) (\(self.meaning))" }
}

extension ConnectionAttempt: CustomStringConvertible {
    /// The attempt number and the address.
    public var description: String { "attempt \(self.number) at \(self.address)" }
}

extension ScheduledRetry: Printed {
    package var printed: String {
        "attempt \(self.attempt) in \(self.delay.inWords) (\(self.rule))"
    }
}

extension ConnectionGap: Printed {
    package var printed: String {
        let count = self.channels.count
        let silence = self.duration - self.downtime
        let size =
            silence < .milliseconds(100)
            ? self.duration.inWords : "\(self.downtime.inWords), up to \(self.duration.inWords)"
        return "\(count) channel\(count == 1 ? "" : "s") may have missed events for \(size)"
    }
}

extension ReportedProblem: CustomStringConvertible {
    /// The affected channel, if any, and the sentence.
    public var description: String {
        let channel = self.channel.map { "\($0): " } ?? ""
        let count = self.count > 1 ? " (\(self.count) times)" : ""
        return "\(channel)\(self.text)\(count)".oneLine(limit: 500)
    }
}

extension ServerProfile: CustomStringConvertible {
    /// The kind, and the evidence.
    public var description: String {
        self.evidence.isEmpty
            ? self.kind.rawValue
            : "\(self.kind.rawValue): \(self.evidence.joined(separator: "; "))".oneLine(limit: 500)
    }
}
