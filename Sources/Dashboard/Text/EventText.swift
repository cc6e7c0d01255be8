package import ChannelsProtocol
package import TextScreen

/// One event as the parts of one line: for the event log, for filters and searches, and for programs
/// that print lines instead of drawing a screen. The parts are as they came, and not safe to draw
/// until they are sanitised.
package struct EventText: Hashable, Sendable {
    /// What kind of line it is. Each kind has a mark of its own, so that colour alone says nothing.
    package enum Tone: Hashable, Sendable {
        /// An event of an application, and one that another client sent.
        case event, clientEvent
        /// A client event that went out.
        case sent
        /// What the client reports about the connection, a channel or its members.
        case report
        /// Something went wrong.
        case failure
        /// Events may be missing here.
        case gap
    }

    /// What kind of line it is.
    package var tone: Tone
    /// The channel, or `connection`.
    package var channel: String
    /// The name of the event, or one word for what is reported.
    package var name: String
    /// Bytes of data, for events.
    package var size: Int?
    /// The data, or a sentence: UTF-8, perhaps.
    package var detail: [UInt8]

    /// One character that stands before the name and tells the tones apart.
    package var mark: Unicode.Scalar {
        switch self.tone {
        case .event, .clientEvent: " "
        case .sent: ">"
        case .report: "~"
        case .failure, .gap: "!"
        }
    }

    /// What goes into the channel's place when a report is about the connection.
    package static let connectionLabel = "connection"
}

extension EventText {
    /// The parts of an event's line. Of its data, at most `dataLimit` bytes are read.
    package init(_ event: ClientEvent, dataLimit: Int = SafeText.defaultLimit) {
        switch event.kind {
        case .stateChanged(let change): self.init(change)
        case .attemptStarted(let attempt): self.init(attempt)
        case .attemptFailed(let number, let end):
            self.init(.failure, "attempt \(number)", ConnectionWords.sentence(for: end))
        case .retryScheduled(let retry): self.init(retry)
        case .pingSent: self.init(.report, "ping", "sent")
        case .pongReceived(let roundTrip):
            self.init(.report, "pong", "round trip \(Figures.roundTrip(roundTrip))")
        case .intentChanged(let intent): self.init(intent)
        case .serverRecognized(let profile): self.init(profile)
        case .suspended(let duration): self.init(suspendedFor: duration)
        case .clockStepped(let step): self.init(clockSteppedBy: step)
        case .gap(let gap): self.init(gap)
        case .subscriptionChanged(let channel, let state): self.init(channel, state)
        case .subscriptionStuck(let channel, let wait): self.init(channel, stuckFor: wait)
        case .authorizationAnswered(let report): self.init(report)
        case .membersReplaced(let channel, let members, let difference):
            self.init(channel, members, difference)
        case .memberAdded(let channel, let member): self.init("joined", member, channel)
        case .memberRemoved(let channel, let member): self.init("left", member, channel)
        case .subscriptionCount(let channel, let count):
            self.init(
                .report, "count", ConnectionWords.counted(count, "subscriber"), channel: channel)
        case .cacheMissed(let channel):
            self.init(.report, "cache miss", "no event is cached yet", channel: channel)
        case .signInChanged(let state): self.init(state)
        case .watchlistChanged(let changes): self.init(changes)
        case .received(let event):
            self.init(event, event.name.isClientEvent ? .clientEvent : .event, dataLimit)
        case .triggered(let event): self.init(event, .sent, dataLimit)
        case .clientEventQueued(let event): self.init(queued: event)
        case .clientEventsRejected(let rejection): self.init(rejection)
        case .failedToDecrypt(let failure): self.init(failure)
        case .bindingChanged(let binding): self.init(binding)
        case .bindingRemoved(let id): self.init(.report, "unbound", "binding \(id)")
        case .bindingsHit(let hits): self.init(hits)
        case .problem(let problem): self.init(problem)
        case .skipped(let skipped): self.init(skipped)
        }
    }

    /// One event as one line of plain text: time of day, channel, event, data. It holds no control
    /// and no invisible characters, whatever came; those are spelled as escapes.
    package static func line(
        for event: ClientEvent,
        utcOffsetSeconds: Int = 0,
        alphabet: SafeText.Alphabet = .unicode
    ) -> String {
        let text = EventText(event, dataLimit: .max)
        let time = Figures.timeOfDay(
            event.time, utcOffsetSeconds: utcOffsetSeconds, hasMilliseconds: true)
        let mark = text.mark == " " ? "" : String(Character(text.mark))
        let head = PlainOutput.line("\(text.channel) \(mark)\(text.name)", alphabet: alphabet)
        let detail = PlainOutput.line(text.detail, alphabet: alphabet)
        return detail.isEmpty ? "\(time) \(head)" : "\(time) \(head) \(detail)"
    }

    /// The words for a channel without a name.
    private static let noChannel = "(no channel)"

    init(_ tone: Tone, _ name: String, _ detail: String, channel: ChannelName? = nil) {
        self.init(
            tone: tone, channel: channel?.text ?? Self.connectionLabel, name: name, size: nil,
            detail: Array(detail.utf8))
    }

    private init(_ event: ChannelEvent, _ tone: Tone, _ dataLimit: Int) {
        self.init(
            tone: tone, channel: event.channel?.text ?? Self.noChannel, name: event.name.text,
            size: event.data.byteCount, detail: event.data.textPrefix(dataLimit))
    }

    private init(_ change: StateChange) {
        let reason = ConnectionWords.sentence(for: change.cause)
        let isBad: Bool
        switch change.cause {
        case .ended(.reconnectAsked), .asked, .established: isBad = false
        case .ended, .unavailable, .gaveUp: isBad = true
        }
        self.init(
            isBad ? .failure : .report, "state",
            "\(change.previous.rawValue) -> \(change.current.rawValue): \(reason)")
    }

    private init(_ attempt: ConnectionAttempt) {
        self.init(
            .report, "attempt \(attempt.number)",
            "\(attempt.address), \(attempt.usesTLS ? "TLS" : "no TLS"), at most "
                + Figures.duration(attempt.timeLimit))
    }

    private init(_ retry: ScheduledRetry) {
        let limit = retry.attemptLimit.map { " of \($0)" } ?? ""
        let delay = retry.delay > .zero ? "in \(Figures.preciseDuration(retry.delay))" : "at once"
        self.init(
            .report, "retry", "attempt \(retry.attempt)\(limit) \(delay), \(retry.rule)")
    }

    private init(_ gap: Gap) {
        self.init(
            .gap, "gap",
            "\(Figures.preciseDuration(gap.duration)) without a connection on "
                + "\(ConnectionWords.counted(gap.channels, "channel")): events may have been missed"
        )
    }
}

extension EventText {
    private init(_ channel: ChannelName, _ state: SubscriptionState) {
        switch state {
        case .requested: self.init(.report, "requested", "waits for a connection", channel: channel)
        case .authorizing:
            self.init(.report, "authorizing", "asks for a signature", channel: channel)
        case .subscribing: self.init(.report, "subscribing", "asks the server", channel: channel)
        case .subscribed: self.init(.report, "subscribed", "", channel: channel)
        case .unsubscribing:
            self.init(.report, "unsubscribing", "waits for the server's answer", channel: channel)
        case .unsubscribed: self.init(.report, "unsubscribed", "", channel: channel)
        case .failed(let failure):
            let status = failure.status.map { "\($0), " } ?? ""
            self.init(
                .failure, "refused", status + failure.reason(besides: channel), channel: channel)
        }
    }

    private init(_ channel: ChannelName, _ members: Members, _ difference: MemberDifference?) {
        var detail = ConnectionWords.counted(members.count, "member")
        if let difference, !difference.isEmpty {
            let changes = [("joined", difference.joined), ("left", difference.left)]
            for (verb, members) in changes where !members.isEmpty {
                detail += "; while away \(members.count) \(verb): \(members.list())"
            }
        }
        self.init(.report, "members", detail, channel: channel)
    }

    private init(_ name: String, _ member: Member, _ channel: ChannelName) {
        self.init(.report, name, member.id.text, channel: channel)
        if let info = member.info {
            self.detail.append(UInt8(ascii: " "))
            self.detail += info.textPrefix(SafeText.defaultLimit)
        }
    }

    private init(_ binding: Binding) {
        let event = binding.event?.text ?? "every event"
        let place = binding.channel.map { " on \($0.text)" } ?? " on all channels"
        self.init(
            .report, binding.isEnabled ? "bound" : "binding off",
            "\(event)\(place), binding \(binding.id)")
    }

    private init(_ hits: [BindingHits]) {
        let totals = hits.map { "\($0.id): \(Figures.grouped($0.total))" }
        self.init(.report, "hits", totals.joined(separator: ", "))
    }

    private init(_ problem: Problem) {
        let name: String
        switch problem.kind {
        case .serverError(let code): name = code.map { "error \($0)" } ?? "error"
        case .malformedMessage: name = "malformed"
        case .unexpectedMessage: name = "unexpected"
        case .authorization: name = "authorization"
        case .clientEvent: name = "not sent"
        case .sending: name = "not sent"
        }
        let times = problem.count > 1 ? " (\(Figures.grouped(problem.count)) times)" : ""
        self.init(.failure, name, problem.text + times, channel: problem.channel)
    }

    private init(_ skipped: SkippedEvents) {
        let folded = skipped.folded > 0 ? ", \(skipped.folded) reports were folded" : ""
        self.init(
            .gap, "skipped",
            ConnectionWords.counted(skipped.events, "event") + " came too fast to show" + folded)
    }
}
