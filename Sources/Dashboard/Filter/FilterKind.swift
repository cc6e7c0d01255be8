import ChannelsProtocol

/// The kinds of lines in the log. Every line has one of the first nine; `error`, `gap` and `system`
/// go across them.
enum FilterKind: String, Hashable, Sendable, CaseIterable {
    /// An event of an application.
    case event
    /// A client event of somebody else.
    case client
    /// A client event that went out, waits, or was refused.
    case sent
    /// Members of presence channels, and how many subscribers there are.
    case member
    /// Subscriptions and their authorization.
    case channel
    /// States, attempts, pings and clocks.
    case connection
    /// The sign-in and the watchlist.
    case user
    /// Bindings and their hits.
    case binding
    /// Problems that concern none of these alone.
    case problem
    /// Everything that went wrong: the lines with the mark `!`.
    case error
    /// Places where events may be missing.
    case gap
    /// Everything that is no event of somebody: reports of the client.
    case system

    /// Whether an event is of the kind.
    func includes(_ event: ClientEvent) -> Bool {
        switch self {
        case .error: Self.tone(of: event) == .failure
        case .gap: Self.tone(of: event) == .gap
        case .system: ![.event, .client, .sent].contains(Self(of: event))
        default: Self(of: event) == self
        }
    }

    /// The tone of a report; `nil` for events, which are most of the lines and neither.
    private static func tone(of event: ClientEvent) -> EventText.Tone? {
        if case .received = event.kind { return nil }
        return EventText(event, dataLimit: 0).tone
    }

    /// The kind that a line has and no other line's kind is.
    private init(of event: ClientEvent) {
        switch event.kind {
        case .received(let event): self = event.name.isClientEvent ? .client : .event
        case .triggered, .clientEventQueued, .clientEventsRejected: self = .sent
        case .membersReplaced, .memberAdded, .memberRemoved, .subscriptionCount: self = .member
        case .subscriptionChanged, .subscriptionStuck, .authorizationAnswered, .cacheMissed,
            .failedToDecrypt:
            self = .channel
        case .stateChanged, .attemptStarted, .attemptFailed, .retryScheduled, .pingSent,
            .pongReceived, .intentChanged, .serverRecognized, .suspended, .clockStepped, .gap:
            self = .connection
        case .signInChanged, .watchlistChanged: self = .user
        case .bindingChanged, .bindingRemoved, .bindingsHit: self = .binding
        case .problem, .skipped: self = .problem
        }
    }
}
