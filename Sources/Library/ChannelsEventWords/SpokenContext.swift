package import ChannelsProtocol

/// The context that a spoken sentence depends on.
package struct SpokenContext: Sendable {
    /// An attempt to connect, and when it started.
    package struct Attempt: Hashable, Sendable {
        let address: String
        let usesTLS: Bool
        let since: Timestamp

        /// Creates an attempt that started at a time.
        package init(_ attempt: ConnectionAttempt, since: Timestamp) {
            self.address = attempt.address
            self.usesTLS = attempt.usesTLS
            self.since = since
        }
    }

    /// The time of the report.
    var time: Timestamp
    /// The members of presence channels.
    var rosters: [ChannelName: Members]
    /// The attempt that is under way or that succeeded.
    var attempt: Attempt?
    /// The member who left, with the information from before.
    var memberBefore: Member?
    /// How many bytes of an event's data are spoken.
    var dataLimit: Int

    /// Creates the context of a report.
    package init(
        time: Timestamp, rosters: [ChannelName: Members], attempt: Attempt?, memberBefore: Member?,
        dataLimit: Int
    ) {
        self.time = time
        self.rosters = rosters
        self.attempt = attempt
        self.memberBefore = memberBefore
        self.dataLimit = dataLimit
    }
}

extension SpokenContext {
    func sentence(for change: StateChange) -> String? {
        switch change.cause {
        case .asked:
            change.current == .disconnected ? "Disconnected, as requested." : nil
        case .established(let connection): self.sentence(for: connection)
        case .unavailable(let limit):
            "No connection for \(SpokenWords.duration(limit)). Still trying."
        case .ended(.reconnectAsked): "Disconnected to reconnect, as requested."
        case .ended(let end):
            (change.previous == .connected ? "Connection lost: " : "Connection failed: ")
                + "\(end.words(.spoken))."
                + (change.current == .failed ? " It will not be retried. \(end.lastAdvice)" : "")
        case .gaveUp(let attempts, let end):
            "Gave up after \(SpokenWords.counted(attempts, "attempt")): "
                + "\(end.words(.spoken)). \(end.lastAdvice)"
        }
    }

    private func sentence(for connection: Establishment) -> String {
        let id = "socket id \(connection.socketID.text)"
        guard let attempt = self.attempt else { return "Connected, \(id)." }
        let passed = SpokenWords.duration(self.time.duration(since: attempt.since))
        return "Connected to \(SpokenWords.place(attempt.address))"
            + "\(attempt.usesTLS ? " with TLS" : ""), \(id), after \(passed)."
    }

    func sentence(for member: Member, _ verb: String, _ channel: ChannelName) -> String {
        let count = self.rosters[channel].map { ": \(SpokenWords.counted($0.count, "member"))" }
        return "\(SpokenWords.name(member)) \(verb) \(SpokenWords.name(channel))\(count ?? "")."
    }

    func sentence(for event: ChannelsEvent, isSent: Bool) -> String {
        let words = "\(SpokenWords.name(event.name))"
        if isSent {
            return "Sent \(words) \(SpokenWords.place(of: event)), \(self.data(event.data))"
        }
        guard let channel = event.channel else {
            return "Without a channel: \(words), \(self.data(event.data))"
        }
        let sender = event.userID.map { id in
            ", from \(SpokenWords.name(self.rosters[channel]?[id] ?? Member(id: id)))"
        }
        return "On \(SpokenWords.name(channel))\(sender ?? ""): \(words), \(self.data(event.data))"
    }

    /// `57 bytes: {"a":1}`, cut if it is long.
    private func data(_ data: EventData) -> String {
        guard !data.isAbsent else { return "no data." }
        let size = data.byteCount
        guard size > 0 else { return "empty." }
        let shown = data.textPrefix(self.dataLimit)
        let rest = size - shown.count
        let words =
            "\(SpokenWords.counted(size, "byte")): \(String(decoding: shown, as: UTF8.self))"
        return rest > 0 ? "\(words) and \(SpokenWords.more(rest, "byte"))" : words
    }
}
