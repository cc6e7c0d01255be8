package import ChannelsProtocol

package struct SpokenContext: Sendable {
    package struct Attempt: Hashable, Sendable {
        let address: String
        let usesTLS: Bool
        let since: ChannelsTimestamp

        package init(_ attempt: ConnectionAttempt, since: ChannelsTimestamp) {
            self.address = attempt.address
            self.usesTLS = attempt.usesTLS
            self.since = since
        }
    }

    var time: ChannelsTimestamp
    var rosters: [ChannelName: PresenceMembers]
    var attempt: Attempt?
    var memberBefore: PresenceMember?
    var dataLimit: Int

    package init(
        time: ChannelsTimestamp, rosters: [ChannelName: PresenceMembers], attempt: Attempt?,
        memberBefore: PresenceMember?,
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

    func sentence(for member: PresenceMember, _ verb: String, _ channel: ChannelName) -> String {
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
            ", from \(SpokenWords.name(self.rosters[channel]?[id] ?? PresenceMember(id: id)))"
        }
        return "On \(SpokenWords.name(channel))\(sender ?? ""): \(words), \(self.data(event.data))"
    }

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
