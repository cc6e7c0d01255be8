import ChannelsProtocol

extension EventDescription {
    static func received(_ event: ChannelsEvent) -> EventDescription {
        let isClient = event.name.isClientEvent
        let isOdd = event.oddity != nil
        var words = self.channelEvent(
            event, .received, isClient ? .clientEvent : .event,
            isOdd ? .failure : isClient ? .clientEvent : .event)
        if isOdd {
            words.outcome = .warning
            words.connectionLog = event.name.isProtocolEvent ? .entry : .none
        }
        return words
    }

    static func sent(_ event: ChannelsEvent) -> EventDescription {
        var words = self.channelEvent(event, .sent, .sent, .sent)
        words.makeNotice = { _ in
            let text = "sent \(event.name.text) on \(event.channel?.text ?? "no channel")"
            let start = event.data.text.first
            // Any text may be sent, but one that starts like JSON was probably meant as JSON.
            guard start == "{" || start == "[", event.data.json == nil else {
                return NoticeWords(.success, text)
            }
            return NoticeWords(.warning, "\(text) as a string: the data is not JSON")
        }
        return words
    }

    private static func channelEvent(
        _ event: ChannelsEvent, _ kind: ReportKind, _ category: Category, _ tone: Tone
    ) -> EventDescription {
        var words = EventDescription(
            kind, category, tone, event.name.text, channel: event.channel)
        words.channelEvent = event
        words.userID = event.userID
        words.data = event.data
        return words
    }

    static func queued(_ event: ChannelsEvent) -> EventDescription {
        var words = EventDescription(
            .queued, .sent, .report, "queued", channel: event.channel
        ) { "\(event.name.text) waits" }
        words.channelEvent = event
        words.userID = event.userID
        words.data = event.data
        words.makeSpoken = { _ in
            "\(SpokenWords.name(event.name)) \(SpokenWords.place(of: event)) is waiting to be sent."
        }
        words.makeNotice = { context in
            let isSubscribed = event.channel.map(context.isSubscribed) ?? false
            let name = event.channel?.text ?? "no channel"
            return NoticeWords(
                .info,
                isSubscribed
                    ? "queued \(event.name.text) on \(name): over the rate limit"
                    : "queued \(event.name.text) until \(name) is subscribed")
        }
        return words
    }

    static func rejected(_ rejection: ClientEventRejection) -> EventDescription {
        let code = rejection.code.map { " \($0)" } ?? ""
        let isTooFast = rejection.code == Int(CloseCode.clientEventRateLimit.rawValue)
        var words = EventDescription(
            .clientEventsRejected, .sent, .failure, "rejected\(code)",
            channel: rejection.channel
        ) { rejection.sentence }
        words.outcome = .warning
        words.logLevel = .error
        words.connectionLog = .entry
        words.code = rejection.code
        words.makeLogged = {
            "(\(rejection.sentWords); \(rejection.text.sizeWords), not logged)"
        }
        let advice = isTooFast ? "Send fewer per second." : rejection.advice
        words.makeSpoken = { _ in rejection.spoken + (advice.map { " \($0)" } ?? "") }
        words.makeMasked = { _ in
            "client events rejected\(code), \(rejection.sentWords)"
        }
        words.showRowAsNotice(.warning)
        return words
    }

    static func notDecrypted(_ failure: DecryptionFailure) -> EventDescription {
        var words = EventDescription(
            .notDecrypted, .channel, .failure, "not decrypted", channel: failure.channel
        ) {
            let renewed = failure.keyWasRenewed ? ", even with a new key" : ""
            return "\(failure.event.text): \(failure.reason)\(renewed)"
        }
        words.advice = failure.advice
        words.outcome = .warning
        words.logLevel = .error
        words.connectionLog = .entry
        words.makeSpoken = { _ in
            "\(SpokenWords.name(failure.event)) on \(SpokenWords.name(failure.channel)) could not "
                + "be decrypted: \(SpokenWords.sentence("\(failure.reason)"))"
                + (failure.advice.map { " \($0)" } ?? "")
        }
        if case .keyRefused = failure.reason {
            words.makeLogged = { "\(failure.event.text): \(failure.reason.maskedWords)" }
        }
        words.makeMasked = { mask in
            "\(mask(failure.channel)) not decrypted: \(failure.reason.maskedWords)"
                + (failure.keyWasRenewed ? ", with a new key" : "")
        }
        words.showRowAsNotice(.warning)
        return words
    }

    private mutating func showRowAsNotice(_ level: NoticeWords.Level) {
        let (label, name, makeSentence) = (self.channelLabel, self.name, self.makeSentence)
        self.makeNotice = { _ in
            NoticeWords(level, "\(label): \(name), \(makeSentence?() ?? "")")
        }
    }

    // MARK: Bindings

    static func bindingChanged(_ binding: EventBinding) -> EventDescription {
        var words = EventDescription(
            .bindingChanged, .binding, .report, binding.isEnabled ? "bound" : "binding off"
        ) {
            let event = binding.event?.text ?? "every event"
            let place = binding.channel.map { " on \($0.text)" } ?? " on all channels"
            return "\(event)\(place), binding \(binding.id)"
        }
        words.makeSpoken = { _ in
            "Binding \(binding.id.number) to \(binding.event.map(SpokenWords.name) ?? "every event") "
                + "on \(binding.channel.map(SpokenWords.name) ?? "all channels") is "
                + "\(binding.isEnabled ? "on" : "off")."
        }
        if binding.hits == 0, binding.isEnabled { words.makeNotice = { _ in binding.notice } }
        return words
    }

    static func bindingRemoved(_ id: BindingID) -> EventDescription {
        var words = EventDescription(.bindingRemoved, .binding, .report, "unbound") {
            "binding \(id)"
        }
        words.makeSpoken = { _ in "Binding \(id.number) was removed." }
        words.makeNotice = { context in
            let subject = context.removed.map { " \($0.subject("from"))" } ?? ""
            return NoticeWords(.success, "unbound\(subject)")
        }
        return words
    }

    static func bindingsHit(_ hits: [BindingHits]) -> EventDescription {
        var words = EventDescription(.bindingsHit, .binding, .report, "hits") {
            hits.map { "\($0.id): \(Figures.grouped($0.total))" }.joined(separator: ", ")
        }
        words.isQuiet = true
        return words
    }

    // MARK: Troubles

    static func problem(_ problem: ReportedProblem) -> EventDescription {
        var words = EventDescription(
            .problem, .problem, .failure, problem.kind.rowName, channel: problem.channel
        ) {
            problem.text + (problem.count > 1 ? " (\(Figures.grouped(problem.count)) times)" : "")
        }
        words.outcome = .warning
        words.logLevel = .error
        words.connectionLog = .entry
        if case .serverError(let code) = problem.kind { words.code = code }
        if problem.kind.quotesPeer {
            words.makeLogged = { "(\(problem.text.sizeWords), not logged)" }
        }
        words.makeSpoken = { _ in problem.spoken }
        words.makeMasked = { mask in
            "problem\(problem.channel.map { " on " + mask($0) } ?? ""): "
                + "\(problem.kind.maskedWords), \(problem.text.sizeWords)"
        }
        words.makeNotice = { _ in
            NoticeWords(.warning, (problem.channel.map { "\($0.text): " } ?? "") + problem.text)
        }
        return words
    }

    static func skipped(_ skipped: SkippedEvents) -> EventDescription {
        var words = EventDescription(.skipped, .problem, .gap, "skipped") {
            skipped.words("show", Figures.counted)
        }
        words.outcome = .warning
        words.logLevel = .warning
        words.connectionLog = .entry
        words.makeSpoken = { _ in skipped.words("be reported here", SpokenWords.counted) + "." }
        words.makeMasked = { _ in "skipped \(skipped.events), folded \(skipped.folded)" }
        return words
    }
}

extension ChannelsEvent {
    /// A sentence without a full stop; `nil` for nearly all events.
    package var oddity: String? {
        if self.name.isProtocolEvent {
            return "unknown protocol event; not delivered to bindings"
        }
        return self.senderDoubt.map { "doubtful sender: \($0.text)" }
    }
}

extension ClientEventRejection {
    fileprivate var sentWords: String { "\(self.sentInLastSecond) sent in a second" }

    fileprivate var sentence: String {
        let advice = self.advice.map { ". \($0)" } ?? ""
        switch self.candidates.count {
        case 0: return self.text + advice
        case 1: return self.text + "; the event was \(self.candidates[0].name.text)" + advice
        default:
            let names = self.candidates.map(\.name.text).joined(separator: ", ")
            return self.text + "; the event was one of \(names)" + advice
        }
    }

    fileprivate var spoken: String {
        let names = self.candidates.map(\.name.text)
        let which =
            switch names.count {
            case 0: ""
            case 1: " The event was \(SpokenWords.list(names))."
            default: " The event was one of \(SpokenWords.list(names))."
            }
        return "The server refused client events\(self.code.map { ", code \($0)" } ?? ""): "
            + SpokenWords.sentence(SpokenWords.cut(self.text, to: 600)) + which
    }
}

extension EventBinding {
    /// A name that looks like a pattern is never hit: only `*` alone means every event.
    fileprivate var notice: NoticeWords {
        let words = "bound \(self.subject("on"))"
        guard self.event?.text.contains("*") == true else { return NoticeWords(.success, words) }
        return NoticeWords(
            .warning, "\(words), as a literal name: only * alone is a wildcard; use f for patterns")
    }

    fileprivate func subject(_ preposition: String) -> String {
        "\(self.event?.text ?? "every event") \(preposition) "
            + (self.channel?.text ?? "all channels")
    }
}

extension ReportedProblem {
    fileprivate var spoken: String {
        let place = self.channel.map { " on \(SpokenWords.name($0))" } ?? ""
        let times = self.count > 1 ? " (\(SpokenWords.number(self.count)) times)" : ""
        return "Problem\(place)\(times): "
            + SpokenWords.sentence(SpokenWords.cut(self.text, to: 600))
    }
}

extension String {
    fileprivate var sizeWords: String { "\(self.utf8.count)-byte text" }
}

extension ReportedProblem.Kind {
    fileprivate var quotesPeer: Bool {
        switch self {
        case .serverError, .malformedMessage, .unexpectedMessage: true
        case .authorization, .clientEvent, .pongOverdue, .sending: false
        }
    }

    fileprivate var rowName: String {
        switch self {
        case .serverError(let code): code.map { "error \($0)" } ?? "error"
        case .malformedMessage: "malformed"
        case .unexpectedMessage: "unexpected"
        case .authorization: "authorization"
        case .pongOverdue: "no pong"
        case .clientEvent, .sending: "not sent"
        }
    }
}

extension SkippedEvents {
    /// Folded reports are not lost, only no longer reported one by one.
    /// - Parameter verb: what could not be done with each: `show`.
    func words(_ verb: String, _ counted: (Int, String) -> String) -> String {
        let reports = counted(self.folded, "report")
        guard self.events > 0 || self.folded == 0 else {
            return "\(reports) arrived too fast to \(verb) one by one"
        }
        let others = self.folded > 0 ? " and \(reports)" : ""
        return counted(self.events, "event") + others + " arrived too fast to \(verb)"
    }
}
