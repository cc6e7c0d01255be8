import ChannelsProtocol

// Descriptions of the connection, its attempts, its server and the clock.
extension EventDescription {
    static func stateChanged(_ change: StateChange) -> EventDescription {
        var words = EventDescription(
            "state_changed", .connection, change.isBad ? .failure : .report, "state"
        ) {
            "\(change.previous.rawValue) -> \(change.current.rawValue): "
                + ConnectionWords.sentence(for: change.cause)
        }
        words.outcome = change.outcome
        words.logLevel = .info
        words.connectionLog = .entry
        words.isSelfExplaining = true
        words.rowCode = ""
        words.makeRowSentence = { change.rowSentence }
        words.code = change.closeCode.map { Int($0.rawValue) }
        words.advice =
            change.current == .failed ? change.cause.end?.lastAdvice : change.cause.end?.advice
        words.makeFacts = { $0.add(change) }
        words.makeSpoken = { $0.sentence(for: change) }
        words.makeMasked = { _ in
            "state \(change.previous.rawValue) -> \(change.current.rawValue): "
                + change.cause.maskedWords
        }
        return words
    }

    static func attemptStarted(_ attempt: ConnectionAttempt) -> EventDescription {
        var words = EventDescription(
            "attempt_started", .connection, .report, "attempt \(attempt.number)"
        ) {
            "\(attempt.address), \(attempt.usesTLS ? "TLS" : "no TLS"), at most "
                + Figures.duration(attempt.timeLimit)
                + (attempt.early.map { ", early: \($0.words)" } ?? "")
        }
        words.logLevel = .info
        words.connectionLog = .entry
        words.makeFacts = {
            $0.add("attempt", attempt.number)
            $0.add("address", attempt.address)
            if let early = attempt.early { $0.add("early", early.rawValue) }
        }
        words.makeSpoken = { _ in
            let number = attempt.number > 1 ? ", attempt \(SpokenWords.number(attempt.number))" : ""
            let early = attempt.early.map { ", early because \($0.words)" } ?? ""
            return "Connecting to \(SpokenWords.place(attempt.address))"
                + "\(attempt.usesTLS ? " with TLS" : "")\(number)\(early)."
        }
        words.makeMasked = { _ in
            "attempt \(attempt.number) to \(DiagnosisMask.address(attempt.address))"
        }
        return words
    }

    static func attemptFailed(
        _ number: Int, _ end: ConnectionEnd, _ parts: AttemptParts
    ) -> EventDescription {
        var words = EventDescription(
            "attempt_failed", .connection, .failure, "attempt \(number):"
        ) { end.words(.clause) + ConnectionWords.suffix(for: parts) }
        words.outcome = .bad
        words.logLevel = .warning
        words.connectionLog = .entry
        words.code = end.closeCode.map { Int($0.rawValue) }
        words.isSelfExplaining = true
        words.rowCode = ""
        words.advice = end.advice
        words.makeRowSentence = { "attempt \(number) failed: \(end.words(.row))" }
        words.makeFacts = {
            $0.add("attempt", number)
            $0.add(end)
            $0.add(parts)
        }
        words.makeSpoken = { _ in
            "Attempt \(SpokenWords.number(number)) failed: \(end.words(.spoken))."
        }
        words.makeMasked = { _ in "attempt \(number) failed: \(end.words(.masked))" }
        return words
    }

    static func retryScheduled(_ retry: ScheduledRetry) -> EventDescription {
        var words = EventDescription("retry_scheduled", .connection, .report, "retry") {
            let limit = retry.attemptLimit.map { " of \($0)" } ?? ""
            let delay =
                retry.delay > .zero ? "in \(Figures.preciseDuration(retry.delay))" : "immediately"
            let kept =
                retry.keptAfter.map { ", back-off not reset (up only \(Figures.duration($0)))" }
                ?? ""
            return "attempt \(retry.attempt)\(limit) \(delay)\(kept), \(retry.rule)"
        }
        words.logLevel = .info
        words.connectionLog = .entry
        words.makeFacts = {
            $0.add("attempt", retry.attempt)
            $0.add("attempts", retry.attemptLimit)
            $0.add("delay_ms", retry.delay)
            if let kept = retry.keptAfter { $0.add("back_off_kept_after_ms", kept) }
        }
        words.makeSpoken = { _ in
            let limit = retry.attemptLimit.map { " of \(SpokenWords.number($0))" } ?? ""
            return retry.delay < .milliseconds(50)
                ? "Attempt \(retry.attempt)\(limit) starts immediately."
                : "Attempt \(retry.attempt)\(limit) in \(SpokenWords.duration(retry.delay))."
        }
        words.makeMasked = { _ in
            "attempt \(retry.attempt) in \(Figures.preciseDuration(retry.delay)): \(retry.rule)"
        }
        return words
    }

    static func pingSent(_ ping: SentPing) -> EventDescription {
        var words = EventDescription("ping_sent", .connection, .report, "ping") { "sent" }
        words.logLevel = .debug
        words.isQuiet = true
        words.makeFacts = {
            $0.add("last_received", ping.lastReceived)
            $0.add("time_limit_ms", ping.timeLimit)
        }
        return words
    }

    static func pongReceived(_ roundTrip: Duration?) -> EventDescription {
        var words = EventDescription("pong_received", .connection, .report, "pong") {
            roundTrip.map { "round trip \(Figures.roundTrip($0))" }
                ?? "it may answer any of several pings, so no round trip is measured"
        }
        words.logLevel = .debug
        words.isQuiet = true
        words.makeFacts = { facts in
            if let roundTrip { facts.add("round_trip_ms", roundTrip) }
        }
        return words
    }

    static func intentChanged(_ intent: ConnectionIntent) -> EventDescription {
        var words = EventDescription("intent_changed", .connection, .report, "intent") {
            switch intent {
            case .connected: "connect requested"
            case .disconnected: "disconnect requested"
            }
        }
        words.logLevel = .info
        words.connectionLog = .entry
        words.isQuiet = true
        words.makeFacts = { $0.add("intent", intent.rawValue) }
        words.makeMasked = { _ in "wanted: \(intent.rawValue)" }
        return words
    }

    static func serverRecognized(_ profile: ServerProfile) -> EventDescription {
        var words = EventDescription("server_recognized", .connection, .report, "server") {
            "\(profile.words). \(profile.evidence.joined(separator: " "))"
        }
        words.logLevel = .info
        words.connectionLog = .entry
        words.makeFacts = {
            $0.add("server", profile.kind.rawValue)
            $0.add("certain", .bool(profile.isCertain))
        }
        words.makeSpoken = { _ in
            profile.kind == .unknown ? nil : "The server is \(profile.words)."
        }
        words.makeMasked = { _ in "server \(profile.kind.rawValue)" }
        return words
    }

    static func suspended(_ duration: Duration) -> EventDescription {
        var words = EventDescription("suspended", .connection, .gap, "suspended") {
            "for \(Figures.preciseDuration(duration)); checking the connection"
        }
        words.outcome = .warning
        words.logLevel = .warning
        words.connectionLog = .entry
        words.makeFacts = { $0.add("duration_ms", duration) }
        words.makeSpoken = { _ in
            "This program was suspended for \(SpokenWords.duration(duration)). "
                + "The connection is being checked."
        }
        words.makeMasked = { _ in "suspended for \(Figures.preciseDuration(duration))" }
        return words
    }

    static func networkChanged(_ change: NetworkChange) -> EventDescription {
        var words = EventDescription("network_changed", .connection, .report, "network") {
            switch change {
            case .reachable: "changed: there may be a new route to the server"
            case .addressGone(let address): "changed: this machine no longer has \(address)"
            }
        }
        words.logLevel = .info
        words.connectionLog = .entry
        words.makeFacts = {
            if case .addressGone(let address) = change { $0.add("address_gone", address) }
        }
        words.makeSpoken = { _ in "This machine's network changed." }
        words.makeMasked = { _ in
            change == .reachable ? "network changed" : "network changed, address gone"
        }
        return words
    }

    static func clockStepped(_ step: Duration) -> EventDescription {
        let direction = step < .zero ? "back" : "forward"
        var words = EventDescription("clock_stepped", .connection, .report, "clock") {
            let size = Figures.preciseDuration(
                .nanoseconds(Int64(clamping: step.clampedNanoseconds.magnitude)))
            return "set \(direction) by \(size)"
        }
        words.logLevel = .warning
        words.connectionLog = .entry
        words.makeFacts = { $0.add("duration_ms", step) }
        words.makeSpoken = { _ in
            "This machine's clock was set \(direction) by "
                + "\(SpokenWords.duration(step < .zero ? .zero - step : step))."
        }
        words.makeMasked = { _ in "clock set \(direction)" }
        words.makeNotice = { [makeSentence = words.makeSentence] _ in
            NoticeWords(.info, "the clock was \(makeSentence?() ?? "")")
        }
        return words
    }
}

extension StateChange {
    /// Whether it is an unwanted change.
    fileprivate var isBad: Bool {
        switch self.cause {
        case .ended(.reconnectAsked), .asked, .established: false
        case .ended, .unavailable, .gaveUp: true
        }
    }

    fileprivate var outcome: EventDescription.Outcome {
        if self.current == .connected { return .good }
        if self.current == .failed { return .bad }
        guard self.isBad else { return .neutral }
        return self.previous == .connected || self.current == .unavailable ? .warning : .bad
    }

    /// What happened, as one row: a loss, a failure, or what the user asked for.
    fileprivate var rowSentence: String {
        switch self.cause {
        case .asked: self.current == .disconnected ? "disconnected, as requested" : "connecting"
        case .established: "connected: \(ConnectionWords.sentence(for: self.cause))"
        case .ended(.reconnectAsked): "reconnecting, as requested"
        case .ended(let end):
            "\(self.previous == .connected ? "lost" : self.current.rawValue): "
                + end.words(.row)
        case .unavailable: "unavailable: \(ConnectionWords.sentence(for: self.cause))"
        case .gaveUp(let attempts, let end):
            "failed: gave up after \(Figures.counted(attempts, "attempt")): "
                + end.words(.row)
        }
    }
}

extension ServerProfile {
    /// The name of the server, with "probably" if it is not certain.
    package var words: String {
        self.isCertain || self.kind == .unknown ? self.kind.words : "probably \(self.kind.words)"
    }
}

extension ServerProfile.Kind {
    /// The name of the server.
    var words: String {
        switch self {
        case .hosted: "Pusher Channels"
        case .soketi: "soketi"
        case .reverb: "Laravel Reverb"
        case .sockudo: "sockudo"
        case .ably: "Ably's Pusher adapter"
        case .pusherFake: "pusher-fake"
        case .sandbox: "buoy's sandbox"
        case .unknown: "not recognised"
        }
    }
}

extension ConnectionAttempt.EarlyCause {
    /// Why an attempt is made early, as a clause.
    package var words: String {
        switch self {
        case .networkChanged: "the network changed"
        case .resumed: "this program resumed after a suspension"
        }
    }
}
