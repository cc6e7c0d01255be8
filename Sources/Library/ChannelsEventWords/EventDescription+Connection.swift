import ChannelsProtocol

extension EventDescription {
    static func stateChanged(_ change: StateChange) -> EventDescription {
        var words = EventDescription(
            .stateChanged, .connection, change.isBad ? .failure : .report, "state"
        ) {
            "\(change.states): \(ConnectionWords.sentence(for: change.cause))"
        }
        words.makeLogged = {
            "\(change.states): \(ConnectionWords.sentence(for: change.cause, .logged))"
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
        words.makeSpoken = { $0.sentence(for: change) }
        words.makeMasked = { _ in
            "state \(change.states): \(change.cause.maskedWords)"
        }
        return words
    }

    static func attemptStarted(_ attempt: ConnectionAttempt) -> EventDescription {
        var words = EventDescription(
            .attemptStarted, .connection, .report, "attempt \(attempt.number)"
        ) {
            "\(attempt.address), \(attempt.usesTLS ? "TLS" : "no TLS"), at most "
                + Figures.duration(attempt.timeLimit)
                + (attempt.early.map { ", early: \($0.words)" } ?? "")
        }
        words.logLevel = .info
        words.connectionLog = .entry
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
            .attemptFailed, .connection, .failure, "attempt \(number):"
        ) { end.words(.clause) + ConnectionWords.suffix(for: parts) }
        words.makeLogged = { end.words(.logged) + ConnectionWords.suffix(for: parts) }
        words.outcome = .bad
        words.logLevel = .warning
        words.connectionLog = .entry
        words.code = end.closeCode.map { Int($0.rawValue) }
        words.isSelfExplaining = true
        words.rowCode = ""
        words.advice = end.advice
        words.makeRowSentence = { "attempt \(number) failed: \(end.words(.row))" }
        words.makeSpoken = { _ in
            "Attempt \(SpokenWords.number(number)) failed: \(end.words(.spoken))."
        }
        words.makeMasked = { _ in "attempt \(number) failed: \(end.words(.masked))" }
        return words
    }

    static func retryScheduled(_ retry: ScheduledRetry) -> EventDescription {
        var words = EventDescription(.retryScheduled, .connection, .report, "retry") {
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
        var words = EventDescription(.pingSent, .connection, .report, "ping") { "sent" }
        words.logLevel = .debug
        words.isQuiet = true
        return words
    }

    static func pongReceived(_ roundTrip: Duration?) -> EventDescription {
        var words = EventDescription(.pongReceived, .connection, .report, "pong") {
            roundTrip.map { "round trip \(Figures.roundTrip($0))" }
                ?? "it may answer any of several pings, so no round trip is measured"
        }
        words.logLevel = .debug
        words.isQuiet = true
        return words
    }

    static func intentChanged(_ intent: ConnectionIntent) -> EventDescription {
        var words = EventDescription(.intentChanged, .connection, .report, "intent") {
            switch intent {
            case .connected: "connect requested"
            case .disconnected: "disconnect requested"
            }
        }
        words.logLevel = .info
        words.connectionLog = .entry
        words.isQuiet = true
        words.makeMasked = { _ in "requested: \(intent.rawValue)" }
        return words
    }

    static func serverRecognized(_ profile: ServerProfile) -> EventDescription {
        var words = EventDescription(.serverRecognized, .connection, .report, "server") {
            "\(profile.words). \(profile.evidence.joined(separator: " "))"
        }
        words.logLevel = .info
        words.connectionLog = .entry
        words.makeSpoken = { _ in
            profile.kind == .unknown ? nil : "The server is \(profile.words)."
        }
        words.makeMasked = { _ in "server \(profile.kind.rawValue)" }
        return words
    }

    static func suspended(_ duration: Duration) -> EventDescription {
        var words = EventDescription(.suspended, .connection, .gap, "suspended") {
            "for \(Figures.preciseDuration(duration)); checking the connection"
        }
        words.outcome = .warning
        words.logLevel = .warning
        words.connectionLog = .entry
        words.makeSpoken = { _ in
            "This program was suspended for \(SpokenWords.duration(duration)). "
                + "The connection is being checked."
        }
        words.makeMasked = { _ in "suspended for \(Figures.preciseDuration(duration))" }
        return words
    }

    static func networkChanged(_ change: NetworkChange) -> EventDescription {
        var words = EventDescription(.networkChanged, .connection, .report, "network") {
            switch change {
            case .reachable: "changed: there may be a new route to the server"
            case .addressGone(let address): "changed: this machine no longer has \(address)"
            }
        }
        words.logLevel = .info
        words.connectionLog = .entry
        words.makeSpoken = { _ in "This machine's network changed." }
        words.makeMasked = { _ in
            change == .reachable ? "network changed" : "network changed, address gone"
        }
        return words
    }

    static func clockStepped(_ step: Duration) -> EventDescription {
        let direction = step < .zero ? "back" : "forward"
        var words = EventDescription(.clockStepped, .connection, .report, "clock") {
            let size = Figures.preciseDuration(
                .nanoseconds(Int64(clamping: step.clampedNanoseconds.magnitude)))
            return "set \(direction) by \(size)"
        }
        words.logLevel = .warning
        words.connectionLog = .entry
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
    fileprivate var states: String { "\(self.previous.rawValue) -> \(self.current.rawValue)" }

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
    package var words: String {
        self.isCertain || self.kind == .unknown ? self.kind.words : "probably \(self.kind.words)"
    }
}

extension ServerProfile.Kind {
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
    package var words: String {
        switch self {
        case .networkChanged: "the network changed"
        case .resumed: "this program resumed after a suspension"
        }
    }
}
