import ChannelsProtocol
import OrderedCollections
import TextScreen

/// A message in the status line. It goes away by itself, or when another comes.
struct Notice: Hashable, Sendable {
    let level: NoticeLevel
    /// Parts may come from a peer; sanitised when it is drawn.
    let text: String
    let since: Timestamp

    /// How long it is shown.
    private var lifetime: Duration {
        switch self.level {
        case .info, .success: .seconds(6)
        case .warning, .failure: .seconds(20)
        }
    }

    /// Whether it stays when another comes from the client: what went wrong is read before what
    /// went well a moment later, as when one of several subscriptions is refused.
    func outranks(_ other: Notice) -> Bool {
        let isBad = { (level: NoticeLevel) in level == .warning || level == .failure }
        return isBad(self.level) && !isBad(other.level)
            && other.since.duration(since: self.since) < .seconds(5)
    }

    func isOver(at now: Timestamp) -> Bool { now.duration(since: self.since) >= self.lifetime }

    var role: Role {
        switch self.level {
        case .info: .flashInfo
        case .success: .flashOk
        case .warning: .flashWarn
        case .failure: .flashError
        }
    }

    /// A sign beside the words, so that colour alone says nothing.
    func glyph(_ marks: GlyphSet.Marks) -> Unicode.Scalar {
        switch self.level {
        case .info: marks.member
        case .success: marks.ok
        case .warning: marks.warning
        case .failure: marks.error
        }
    }
}

extension Notice {
    /// What deserves a message when the client reports it; `nil` when a pane says enough.
    ///
    /// - Parameters:
    ///   - channels: the channels as they are with this report.
    ///   - removed: the binding that it takes away.
    init?(_ event: ClientEvent, _ channels: ChannelsPane, removed: Binding? = nil) {
        let content: (NoticeLevel, String)?
        switch event.kind {
        case .stateChanged(let change): content = Self.content(for: change)
        case .gap, .suspended: content = (.warning, EventText(event).sentence)
        case .clockStepped:
            content = (.info, "the clock was \(EventText(event).sentence)")
        case .subscriptionChanged(let channel, let state):
            content = Self.content(for: channel, state)
        case .subscriptionStuck(let channel, _):
            let sentence = EventText(event).sentence
            content = (.warning, "\(channel.text): \(sentence); t in Channels tries again")
        case .signInChanged(let state): content = Self.content(for: state)
        case .triggered(let sent):
            content = Self.content(forSent: sent)
        case .clientEventQueued(let event):
            content = (.info, Self.text(queued: event, channels))
        case .clientEventsRejected, .failedToDecrypt:
            let text = EventText(event)
            content = (.warning, "\(text.channel): \(text.name), \(text.sentence)")
        case .bindingChanged(let binding) where binding.hits == 0 && binding.isEnabled:
            content = Self.content(forNew: binding)
        case .bindingRemoved:
            let words = removed.map { " \(Self.words(for: $0, "from"))" } ?? ""
            content = (.success, "unbound\(words)")
        case .problem(let problem):
            let channel = problem.channel.map { "\($0.text): " } ?? ""
            content = (.warning, channel + problem.text)
        case .attemptStarted, .attemptFailed, .retryScheduled, .pingSent, .pongReceived,
            .intentChanged, .serverRecognized, .authorizationAnswered, .membersReplaced,
            .memberAdded, .memberRemoved, .subscriptionCount, .cacheMissed, .watchlistChanged,
            .received, .bindingChanged, .bindingsHit, .skipped:
            content = nil
        }
        guard let (level, text) = content else { return nil }
        self.init(level: level, text: text, since: event.time)
    }

    private static func content(for change: StateChange) -> (NoticeLevel, String)? {
        switch change.cause {
        case .ended(.reconnectAsked), .asked, .established: return nil
        case .ended(let end):
            let isFinal = change.current == .failed
            guard isFinal || change.previous == .connected else { return nil }
            return (.failure, ConnectionWords.summary(of: end))
        case .unavailable, .gaveUp:
            return (.failure, ConnectionWords.sentence(for: change.cause))
        }
    }

    private static func content(
        for channel: ChannelName, _ state: SubscriptionState
    ) -> (NoticeLevel, String)? {
        switch state {
        case .subscribed: (.success, "subscribed \(channel.text)")
        case .unsubscribed: (.success, "unsubscribed \(channel.text)")
        case .failed(let failure):
            (.failure, "\(channel.text): \(failure.reason(besides: channel))")
        case .requested, .authorizing, .subscribing, .unsubscribing: nil
        }
    }

    private static func content(for state: SignInState) -> (NoticeLevel, String)? {
        switch state {
        case .signedIn(let user): (.success, "signed in as \(user.id.text)")
        case .signedOut: (.success, "signed out")
        case .failed(let failure): (.failure, "not signed in: \(failure.reason)")
        case .requested, .authenticating, .signingIn: nil
        }
    }

    /// A name that looks like a pattern is bound, and never hit: only `*` alone is every event.
    private static func content(forNew binding: Binding) -> (NoticeLevel, String) {
        let words = "bound \(Self.words(for: binding, "on"))"
        guard binding.event?.text.contains("*") == true else { return (.success, words) }
        return (
            .warning, "\(words), as a name: only * alone stands for other names; f takes patterns"
        )
    }

    /// What a binding is for, and where.
    private static func words(for binding: Binding, _ preposition: String) -> String {
        "\(binding.event?.text ?? "every event") \(preposition) "
            + (binding.channel?.text ?? "all channels")
    }

    /// Any text may be sent; one that begins as JSON was hardly meant as a text.
    private static func content(forSent event: ChannelEvent) -> (NoticeLevel, String) {
        let words = "sent \(event.name.text) on \(event.channel?.text ?? "no channel")"
        let start = event.data.text.first
        guard start == "{" || start == "[", event.data.json == nil else { return (.success, words) }
        return (.warning, "\(words) as a text: the data is no JSON")
    }

    /// What a client event waits for.
    private static func text(queued event: ChannelEvent, _ channels: ChannelsPane) -> String {
        let name = event.channel?.text ?? "no channel"
        let isSubscribed =
            event.channel.flatMap { channels.rows[$0] }?.state == .subscribed
        return isSubscribed
            ? "queued \(event.name.text) on \(name): it waits for its turn"
            : "queued \(event.name.text): it waits until \(name) is subscribed"
    }
}

extension EventText {
    /// The detail as a text of its own.
    var sentence: String { String(decoding: self.detail, as: UTF8.self) }
}
