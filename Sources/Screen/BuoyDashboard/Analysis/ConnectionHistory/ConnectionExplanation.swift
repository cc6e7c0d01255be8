import BuoyScripts
import ChannelsEventWords
import ChannelsProtocol

/// One sentence and the evidence for it. The strings contain text from the peer, and must be
/// sanitised before they are drawn.
struct ConnectionExplanation: Hashable, Sendable {
    struct Fact: Hashable, Sendable {
        let label: String
        let value: String
    }

    struct Surroundings {
        let now: ChannelsTimestamp
        let wanted: Int
        let subscribed: Int
        let refused: Int
        let lost: Int
        let clock: (ChannelsTimestamp) -> String

        /// - Parameters:
        ///   - refused: channels that were refused: nothing comes of waiting.
        ///   - lost: channels that the client of a proxy has not subscribed again.
        ///   - clock: formats a time of day.
        init(
            now: ChannelsTimestamp, wanted: Int, subscribed: Int, refused: Int = 0, lost: Int = 0,
            clock: @escaping (ChannelsTimestamp) -> String
        ) {
            self.now = now
            self.wanted = wanted
            self.subscribed = subscribed
            self.refused = refused
            self.lost = lost
            self.clock = clock
        }
    }

    let sentence: String
    let facts: [Fact]
    /// When the next attempts may start, and whether the policy gives up after the last one.
    let forecast: [Fact]
    let forecastCondition: String

    init(_ record: ConnectionRecord, _ surroundings: Surroundings) {
        let maker = Maker(record: record, surroundings: surroundings)
        self.sentence = maker.sentence
        self.facts = maker.facts
        self.forecast = maker.forecast
        self.forecastCondition =
            if case .timedOut = record.lastEnd?.kind {
                "If each attempt also times out:"
            } else {
                "If each attempt fails immediately:"
            }
    }
}

private struct Maker {
    typealias Fact = ConnectionExplanation.Fact

    let record: ConnectionRecord
    let surroundings: ConnectionExplanation.Surroundings

    private var now: ChannelsTimestamp { self.surroundings.now }

    private func ago(_ time: ChannelsTimestamp) -> String {
        "\(Figures.duration(self.now.duration(since: time))) ago"
    }

    // MARK: Sentence

    var sentence: String {
        switch self.record.state {
        case .initialized: "Not connected: no connection has been requested yet."
        case .disconnected:
            "Disconnected \(self.ago(self.record.since)), as requested: no attempts until "
                + "you connect."
        case .connected: self.connectedSentence
        case .connecting, .unavailable: self.connectingSentence
        case .failed: self.failedSentence
        }
    }

    private var connectedSentence: String {
        let liveness = self.record.liveness
        if let silence = liveness.noAnswer(at: self.now) {
            let left = silence.timeLeft.map {
                ". The client closes the connection in \(Figures.duration($0))"
            }
            return
                "No answer: a ping was sent \(Figures.duration(silence.pingAge)) ago, and the last "
                + "frame arrived \(Figures.duration(silence.lastFrameAge)) ago\(left ?? "")."
        }
        if let since = liveness.oneWaySince {
            return "Connected, but possibly one-way: the server is sending but has not "
                + "answered the ping sent at \(self.surroundings.clock(since))."
        }
        let up = Figures.duration(self.now.duration(since: self.record.since))
        guard let gap = self.record.gaps.latest, gap.reconnected == self.record.since else {
            let number = liveness.establishment?.attempt ?? 1
            guard number > 1 else { return "Connected for \(up)." }
            let failure = self.record.lastEnd.map { " Last failure: \(self.brief($0))." }
            return "Connected for \(up), on attempt \(number).\(failure ?? "")"
        }
        let without = self.record.since.duration(since: gap.lossNoticed)
        let down =
            without < .seconds(1) ? Figures.preciseDuration(without) : Figures.duration(without)
        var sentence = "Connected for \(up) after \(down) down. Lost: \(self.brief(gap.cause))."
        if gap.attempts > 1, let last = self.record.lastEnding, !last.wasConnected {
            let count = Figures.counted(gap.attempts - 1, "failed attempt")
            sentence += " Then \(count): \(self.brief(last.end))."
        }
        return sentence
    }

    private func brief(_ end: ConnectionEnd) -> String {
        let words = end.words(.row)
        guard !end.isInjected, end.closeCode != nil, let reason = end.serverReason, !reason.isEmpty
        else { return words }
        return "\(words), saying \"\(SpokenWords.cut(reason, to: 200))\""
    }

    private var connectingSentence: String {
        let advice = self.record.lastEnding?.end.advice.map { " \($0)" } ?? ""
        let because = self.cause.map { " \($0).\(advice)" } ?? ""
        if let waiting = self.record.waiting {
            let left = waiting.due.duration(since: self.now)
            let start =
                left > .zero ? "starts in \(Figures.preciseDuration(left))" : "starts now"
            return "Attempt \(self.number(waiting.retry)) \(start).\(because)"
        }
        guard let attempt = self.record.attempt else { return "Connecting.\(because)" }
        let passed = Figures.preciseDuration(self.now.duration(since: attempt.since))
        return "Attempt \(attempt.attempt.number) started \(passed) ago.\(because)"
    }

    private var failedSentence: String {
        guard let ending = self.record.lastEnding else { return "Failed: no further attempts." }
        let reason = ending.gaveUpAfter.map {
            "The policy gave up after \(Figures.counted($0, "attempt")). "
        }
        return "\(reason ?? "No further attempts. ")\(self.cause ?? ""). "
            + ending.end.lastAdvice
    }

    /// `Lost 12s ago: 4201 a pong did not arrive in time`, and how the last attempt failed.
    private var cause: String? {
        guard let ending = self.record.lastEnding else { return nil }
        let words = self.brief(ending.end)
        if let suspended = ending.suspended {
            return "Loss noticed \(self.ago(ending.time)), after a "
                + "\(Figures.preciseDuration(suspended)) suspension: \(words)"
        }
        guard !ending.wasConnected else { return "Lost \(self.ago(ending.time)): \(words)" }
        let failure = "The last attempt failed \(self.ago(ending.time)): \(words)"
        guard let gap = self.record.gaps.latest, gap.isOpen else { return failure }
        return "Lost \(self.ago(gap.lossNoticed)): \(self.brief(gap.cause)). \(failure)"
    }

    /// `3 of 6`
    private func number(_ retry: ScheduledRetry) -> String {
        "\(retry.attempt)" + (retry.attemptLimit.map { " of \($0)" } ?? "")
    }

    // MARK: Facts

    var facts: [Fact] {
        var facts = self.patternFacts + self.nextPolicyFacts
        if let ending = self.record.lastEnding {
            let isLate = ending.suspended != nil
            let what = isLate ? "noticed" : ending.wasConnected ? "ended" : "failed"
            facts.append(
                Fact(
                    label: what,
                    value: "\(self.surroundings.clock(ending.time)), \(self.ago(ending.time))"))
            facts.append(Fact(label: "ended by", value: ending.party))
            if let code = ending.end.closeCode {
                let asks = ending.end.codeAdvice
                facts.append(Fact(label: "code", value: "\(code.rawValue) \(code.name)"))
                facts.append(
                    Fact(
                        label: "advice",
                        value: asks.isEmpty ? "none: the policy decides" : asks))
            }
        }
        if let loss = self.lossFact { facts.append(loss) }
        if let rule = self.rule { facts.append(Fact(label: "policy", value: rule)) }
        if let early = self.record.lastEarly {
            let lead = early.lead.map { "\(Figures.preciseDuration($0)) before it was due" }
            facts.append(
                Fact(
                    label: "early",
                    value: "attempt \(early.number) \(lead ?? "after the client had given up"): "
                        + early.cause.words))
        }
        facts += self.attemptFacts
        facts += self.channelFacts
        if self.record.drops > 0 {
            let time = self.record.gaps.time(at: self.now).words
            facts.append(Fact(label: "losses", value: "\(self.record.drops), gaps \(time) in all"))
        }
        return facts
    }

    private var patternFacts: [Fact] {
        self.record.losses.pattern.map { [Fact(label: "pattern", value: $0.sentence)] } ?? []
    }

    /// The policy's rule for the latest attempt; if that failed, the rule by which no attempt
    /// follows.
    private var rule: String? {
        guard self.record.state == .failed, let ending = self.record.lastEnding else {
            return self.record.lastRule
        }
        let policy = self.record.policy.isEmpty ? "" : "\(self.record.policy): "
        if let attempts = ending.gaveUpAfter {
            return "\(policy)gives up after \(Figures.counted(attempts, "attempt"))"
        }
        guard let code = ending.end.closeCode else {
            return "\(policy)no retry after \(ending.end.words(.row))"
        }
        let advice = ending.end.codeAdvice
        let reason = advice.isEmpty ? "" : " (\(advice))"
        return "\(policy)no retry after close code \(code.rawValue)\(reason)"
    }

    private var channelFacts: [Fact] {
        let around = self.surroundings
        let all = Figures.counted(around.wanted, "channel")
        let waiting = around.wanted - around.subscribed - around.refused - around.lost
        return [("refused", around.refused), ("lost", around.lost), ("waiting", waiting)]
            .filter { $0.1 > 0 }
            .map { Fact(label: $0.0, value: "\($0.1) of \(all)") }
    }

    private var nextPolicyFacts: [Fact] {
        let policy = self.record.policy
        guard !policy.isEmpty, policy != ReconnectionPolicy.standard.name,
            self.record.lastRule?.hasPrefix("\(policy):") != true
        else {
            return []
        }
        return [Fact(label: "next policy", value: policy)]
    }

    private var lossFact: Fact? {
        guard let gap = self.record.gaps.latest, gap.isOpen,
            self.record.lastEnding?.wasConnected == false
        else { return nil }
        return Fact(
            label: "lost",
            value: "\(self.surroundings.clock(gap.lossNoticed)), \(self.brief(gap.cause))")
    }

    private var attemptFacts: [Fact] {
        if let waiting = self.record.waiting, self.record.state != .connected {
            let kept = waiting.retry.keptAfter.map {
                ", back-off not reset (up only \(Figures.preciseDuration($0)))"
            }
            return [
                Fact(
                    label: "next",
                    value: "attempt \(self.number(waiting.retry)) at "
                        + "\(self.surroundings.clock(waiting.due)), "
                        + "after a delay of \(Figures.preciseDuration(waiting.retry.delay))"
                        + (kept ?? ""))
            ]
        }
        if let establishment = self.record.liveness.establishment {
            let made = ConnectionWords.sentence(for: .established(establishment))
            return [Fact(label: "connected", value: "to \(self.record.address), \(made)")]
        }
        guard let attempt = self.record.attempt else { return [] }
        return [
            Fact(
                label: "attempt",
                value: "\(attempt.attempt.number) to \(attempt.attempt.address), timeout "
                    + Figures.duration(attempt.attempt.timeLimit))
        ]
    }

    // MARK: Forecast

    var forecast: [Fact] {
        guard let waiting = self.record.waiting, self.record.state != .connected else { return [] }
        let passed = self.now.duration(since: waiting.since)
        var rows = waiting.retry.forecast.map { forecast in
            let earliest = max(forecast.earliest - passed, .zero)
            let latest = max(forecast.latest - passed, .zero)
            let isExact = latest - earliest < .milliseconds(50)
            let window =
                isExact
                ? "in \(Figures.preciseDuration(earliest))"
                : "in \(Figures.preciseDuration(earliest)) to \(Figures.preciseDuration(latest))"
            return Fact(label: "attempt \(forecast.attempt)", value: window)
        }
        if !rows.isEmpty, rows.count < RetryForecast.count {
            rows.append(Fact(label: "then", value: "the policy gives up"))
        }
        return rows
    }
}

extension ConnectionRecord.Ending {
    fileprivate var party: String {
        if let name = self.withholdingFault { return "\(self.end.party): the fault \(name)" }
        guard !self.wasConnected, !self.end.isInjected, case .failed(let failure) = self.end.kind,
            [.refused, .unreachable].contains(failure.kind)
        else { return self.end.party }
        return "the network or the server, before the connection was established"
    }

    /// What kept back what was waited for; `nil` if nothing did, or if the end says so itself.
    private var withholdingFault: String? {
        guard !self.end.isInjected else { return nil }
        let kinds: Set<FaultKind>
        switch self.end.kind {
        case .pongMissing: kinds = [.silence, .loss, .buffer, .noPongs]
        case .timedOut: kinds = [.silence, .loss, .buffer, .delay, .throttle]
        case .closed, .refused, .failed, .reconnectAsked: return nil
        }
        return self.faults.last { kinds.contains($0.kind) }?.words
    }
}

extension ConnectionEnd {
    var party: String {
        if self.isInjected { return "a fault injected by buoy" }
        return switch self.kind {
        case .closed: "the server, with a close frame"
        case .refused: "the server, with an error instead of a connection"
        case .failed(let failure): failure.party
        case .timedOut: "this client, because the attempt timed out"
        case .pongMissing: "this client, because no pong arrived"
        case .reconnectAsked: "you"
        }
    }
}

extension ConnectFailure {
    fileprivate var party: String {
        switch self.kind {
        case .nameNotResolved: "the resolver: the host has no address"
        case .refused, .unreachable: "the network, or the server without a close frame"
        case .tls(_, isCertificate: true): "this client, because it does not accept the certificate"
        case .tls: "the TLS handshake"
        case .proxy: "the proxy"
        case .httpStatus: "the server, with an HTTP status instead of a WebSocket"
        case .protocolViolation: "this client, because the server violated the protocol"
        case .unsafeResponse: "this client, because the response was unsafe"
        case .settings: "this client, because its settings are invalid"
        }
    }
}
