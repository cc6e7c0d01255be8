import ChannelsProtocol
import TextScreen

extension Narrator {
    /// What is said about an event; `nil` when other sentences say it. Parts come from the peer.
    /// - Parameter memberBefore: who left, as the roster had it.
    func sentence(for event: ClientEvent, memberBefore: Member?) -> String? {
        switch event.kind {
        case .stateChanged(let change): self.sentence(for: change, at: event.time)
        case .attemptStarted(let attempt): Self.sentence(for: attempt)
        case .attemptFailed(let number, let end):
            "Attempt \(SpokenWords.number(number)) failed: \(Self.words(for: end))."
        case .retryScheduled(let retry): Self.sentence(for: retry)
        case .serverRecognized(let profile):
            profile.kind == .unknown ? nil : "The server is \(profile.kind.words)."
        case .suspended(let duration):
            "This program did not run for \(SpokenWords.duration(duration)). "
                + "The connection is being checked."
        case .clockStepped(let step):
            "The clock of this machine was set \(step < .zero ? "back" : "forward") by "
                + "\(SpokenWords.duration(step < .zero ? .zero - step : step))."
        case .gap(let gap):
            "Connected again after \(SpokenWords.duration(gap.duration)): events on "
                + "\(SpokenWords.counted(gap.channels, "channel")) may have been missed."
        case .subscriptionChanged(let channel, let state): Self.sentence(for: state, of: channel)
        case .subscriptionStuck(let channel, let wait):
            "The server has not answered the subscription to \(SpokenWords.name(channel)) for "
                + "\(SpokenWords.duration(wait)). It still waits; resubscribe to try it again."
        case .membersReplaced(let channel, let members, let difference):
            Self.sentence(for: members, difference, of: channel)
        case .memberAdded(let channel, let member):
            self.sentence(for: member, "joined", channel)
        case .memberRemoved(let channel, let member):
            self.sentence(for: memberBefore ?? member, "left", channel)
        case .subscriptionCount(let channel, let count):
            "\(SpokenWords.name(channel)) has \(SpokenWords.counted(count, "subscriber"))."
        case .cacheMissed(let channel): "\(SpokenWords.name(channel)) has no cached event yet."
        case .signInChanged(let state): Self.sentence(for: state)
        case .watchlistChanged(let changes):
            changes.map { change in
                "\(SpokenWords.cut(change.name, to: 20)) on the watchlist: "
                    + "\(SpokenWords.list(change.userIDs.map(\.text)))."
            }.joined(separator: " ")
        case .received(let received): self.sentence(forReceived: received)
        case .triggered(let sent):
            "Sent \(SpokenWords.name(sent.name)) \(Self.place(of: sent)), \(self.data(sent.data))"
        case .clientEventQueued(let queued):
            "\(SpokenWords.name(queued.name)) \(Self.place(of: queued)) waits to be sent."
        case .clientEventsRejected(let rejection): Self.sentence(for: rejection)
        case .failedToDecrypt(let failure):
            "\(SpokenWords.name(failure.event)) on \(SpokenWords.name(failure.channel)) could not be "
                + "decrypted: \(SpokenWords.sentence("\(failure.reason)"))"
        case .bindingChanged(let binding):
            "Binding \(binding.id.number) to \(binding.event.map(SpokenWords.name) ?? "every event") "
                + "on \(binding.channel.map(SpokenWords.name) ?? "all channels") is "
                + "\(binding.isEnabled ? "on" : "off")."
        case .bindingRemoved(let id): "Binding \(id.number) is removed."
        case .problem(let problem): Self.sentence(for: problem)
        case .skipped(let skipped):
            "\(SpokenWords.counted(skipped.events, "event")) came too fast to be told here."
        case .pingSent, .pongReceived, .intentChanged, .authorizationAnswered, .bindingsHit:
            nil
        }
    }

    // MARK: Connection

    private func sentence(for change: StateChange, at time: Timestamp) -> String? {
        switch change.cause {
        case .asked:
            change.current == .disconnected ? "Disconnected, as you asked." : nil
        case .established(let connection):
            self.sentence(for: connection, at: time)
        case .unavailable(let limit):
            "No connection for \(SpokenWords.duration(limit)). It is still being tried."
        case .ended(.reconnectAsked):
            "Disconnected to connect again, as you asked."
        case .ended(let end):
            (change.previous == .connected ? "Connection lost: " : "Connection failed: ")
                + "\(Self.words(for: end))."
                + (change.current == .failed ? " It is not tried again. \(Self.remedy(end))" : "")
        case .gaveUp(let attempts, let end):
            "Gave up after \(SpokenWords.counted(attempts, "attempt")): \(Self.words(for: end)). "
                + Self.remedy(end)
        }
    }

    private func sentence(for connection: Establishment, at time: Timestamp) -> String {
        let id = "socket id \(connection.socketID.text)"
        guard let attempt = self.attempt else { return "Connected, \(id)." }
        let passed = SpokenWords.duration(time.duration(since: attempt.since))
        return "Connected to \(SpokenWords.place(attempt.address))"
            + "\(attempt.usesTLS ? " with TLS" : ""), \(id), after \(passed)."
    }

    private static func sentence(for attempt: ConnectionAttempt) -> String {
        let number = attempt.number > 1 ? ", attempt \(SpokenWords.number(attempt.number))" : ""
        return "Connecting to \(SpokenWords.place(attempt.address))"
            + "\(attempt.usesTLS ? " with TLS" : "")\(number)."
    }

    private static func sentence(for retry: ScheduledRetry) -> String {
        let limit = retry.attemptLimit.map { " of \(SpokenWords.number($0))" } ?? ""
        return retry.delay < .milliseconds(50)
            ? "Attempt \(retry.attempt)\(limit) follows at once."
            : "Attempt \(retry.attempt)\(limit) in \(SpokenWords.duration(retry.delay))."
    }

    /// How a connection ended, as part of a sentence.
    private static func words(for end: ConnectionEnd) -> String {
        switch end {
        case .closed(let code, let reason):
            (code.map { "the server closed it with \($0.rawValue), \($0.meaning)" }
                ?? "the server closed it without a code")
                + (reason.isEmpty ? "" : ", saying \"\(SpokenWords.cut(reason, to: 200))\"")
        case .failed(let failure): SpokenWords.clause(SpokenWords.cut(failure.text, to: 600))
        case .timedOut(let phase, let limit):
            "no connection within \(SpokenWords.duration(limit)), stuck at: \(phase)"
        case .pongMissing(let limit):
            "a ping was not answered within \(SpokenWords.duration(limit))"
        case .reconnectAsked: "you asked to connect again"
        }
    }

    /// What to do when no other attempt follows.
    private static func remedy(_ end: ConnectionEnd) -> String {
        switch end {
        case .closed(let code?, _) where code.advice == .useTLS: "Connect with TLS."
        case .closed(let code?, _) where code.advice == .doNotReconnect:
            "The same attempt would be refused again: put right what the server complains of, then "
                + "connect."
        case .closed, .pongMissing, .reconnectAsked: "Connect again when the server is well."
        case .timedOut: "Check the host, the port, and whether they are for TLS, then connect."
        case .failed(let failure):
            switch failure.kind {
            case .nameNotResolved: "Check the name of the host, then connect."
            case .unreachable: "Check the host, the port and the network, then connect."
            case .tls: "Check the certificate and the host name, then connect."
            case .refused: "Check the path, the app key and the server, then connect."
            case .protocolViolation: "Check that a Channels server listens there, then connect."
            case .settings: "Put the settings right, then start again."
            }
        }
    }
}
