/// A report from a client: an element of `ChannelsClient.reports`, the ordered stream of
/// everything that happens.
///
/// ```swift
/// for await report in client.reports {
///     switch report.kind {
///     case .stateChanged(let change): print("\(change.current)")
///     case .received(let event): print("\(event.name): \(event.data.text)")
///     default: continue
///     }
/// }
/// ```
public struct ClientReport: Hashable, Sendable {
    /// Counted from 1 without gaps. Where a reader missed some, `.skipped` says so.
    public var number: Int
    /// When the client made the report. All reports from one read have the same time, so use
    /// `number` for the order.
    public var time: ChannelsTimestamp
    /// What is reported, for a `switch` with a `default`.
    public var kind: Kind

    /// Creates a report for testing code that reads reports.
    public init(number: Int, time: ChannelsTimestamp, kind: Kind) {
        self.number = number
        self.time = time
        self.kind = kind
    }

    /// The kind of report, with its details.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        // MARK: Connection

        /// The connection went from one state to another; the cause says why.
        indirect case stateChanged(StateChange)
        /// A connection attempt started, at this address and with this time limit.
        indirect case attemptStarted(ConnectionAttempt)
        /// An attempt failed, or a connection ended, and the state stays `connecting` or
        /// `unavailable`. The parts show how far the attempt got.
        indirect case attemptFailed(attempt: Int, ConnectionEnd, parts: AttemptParts)
        /// The next attempt is due after a delay, which a policy chose.
        indirect case retryScheduled(ScheduledRetry)
        /// A ping was sent. If nothing arrives within its limit, the connection is lost.
        indirect case pingSent(SentPing)
        /// A pong arrived, this long after the ping that it answers. `nil` if it may answer any of
        /// several pings, because earlier pongs are late or lost.
        indirect case pongReceived(roundTrip: Duration?)
        /// `connect()` or `disconnect()` was called: whether the user now wants to be connected.
        case intentChanged(ConnectionIntent)
        /// The server was recognised by its behaviour, or recognised as a different one.
        indirect case serverRecognized(ServerProfile)
        /// This process or the machine was suspended for about this long. The connection is being
        /// checked.
        case suspended(for: Duration)
        /// The wall clock was set forward or back by this much. Earlier and later times cannot be
        /// compared.
        case clockStepped(by: Duration)
        /// The network of this machine changed, and the client acts on it: it checks its
        /// connection, drops one whose address is gone, or makes the next attempt now.
        indirect case networkChanged(NetworkChange)
        /// A connection was lost, and its channels have been subscribed again or could not be.
        /// Events published in between may have been missed: fetch them from your server.
        indirect case gap(ConnectionGap)

        // MARK: Channels

        /// The state of a subscription changed.
        indirect case subscriptionChanged(ChannelName, SubscriptionState)
        /// A subscription has waited for its answer for longer than the limit, and is still
        /// waiting. `resubscribe` tries again.
        indirect case subscriptionStuck(ChannelName, after: Duration)
        /// An authorization was answered or given up, with its duration, attempts and status.
        indirect case authorizationAnswered(AuthorizationReport)
        /// The full list of members of a presence channel, sent on subscription. After a
        /// reconnection, the difference says who joined and who left in the meantime.
        indirect case membersReplaced(ChannelName, PresenceMembers, difference: MemberDifference?)
        /// A user joined a presence channel.
        indirect case memberAdded(ChannelName, PresenceMember)
        /// A user left a presence channel.
        indirect case memberRemoved(ChannelName, PresenceMember)
        /// The number of connections subscribed to a channel, if the application has subscription
        /// counting enabled (protocol 7: not on presence channels).
        indirect case subscriptionCount(ChannelName, Int)
        /// A cache channel has no cached event yet, so fetch the current value from your server.
        indirect case cacheMissed(ChannelName)

        // MARK: Users

        /// The state of the sign-in changed; `.failed` says why.
        indirect case signInChanged(SignInState)
        /// Users of the watchlist went online or offline.
        case watchlistChanged([WatchlistChange])

        // MARK: Events and bindings

        /// An event arrived. This is the only kind that a slow listener may miss.
        case received(ChannelsEvent)
        /// A client event was handed to the connection. The server does not confirm it.
        indirect case triggered(ChannelsEvent)
        /// A client event was queued until its channel is subscribed, or until the limit allows it.
        indirect case clientEventQueued(ChannelsEvent)
        /// The server refused client events. The candidates are those sent in the preceding second.
        indirect case clientEventsRejected(ClientEventRejection)
        /// An event of an encrypted channel could not be decrypted, and was not delivered.
        indirect case decryptionFailed(DecryptionFailure)
        /// A binding was added, switched on or switched off.
        indirect case bindingChanged(EventBinding)
        /// A binding was removed.
        case bindingRemoved(BindingID)
        /// Bindings got events: the new total of each binding. Reported after the events.
        case bindingsHit([BindingHits])

        // MARK: Problems

        /// A problem occurred that does not end the connection, such as a `pusher:error` or a
        /// malformed message.
        indirect case problem(ReportedProblem)
        /// This listener was too slow and missed some events.
        case skipped(SkippedEvents)
    }
}

/// A ping that was sent: after idling for the activity timeout, on request, or to check the
/// connection.
public struct SentPing: Hashable, Sendable {
    /// When the last frame arrived before the ping: the length of the silence.
    public var lastReceived: ChannelsTimestamp
    /// How long the client waits for any frame before it considers the connection lost.
    public var timeLimit: Duration

    /// Creates a ping for tests.
    public init(lastReceived: ChannelsTimestamp, timeLimit: Duration) {
        self.lastReceived = lastReceived
        self.timeLimit = timeLimit
    }
}

/// The total hits of a binding, as of this report.
public struct BindingHits: Hashable, Sendable {
    /// The binding, as in `EventBinding.id`.
    public var id: BindingID
    /// The number of events received since the binding was created.
    public var total: Int

    /// Creates the hits of a binding for tests.
    public init(id: BindingID, total: Int) {
        self.id = id
        self.total = total
    }
}

/// The reports that a slow listener missed, reported in their place.
public struct SkippedEvents: Hashable, Sendable {
    /// The number of skipped application events; the oldest are skipped first. They cannot be
    /// read again.
    public var events: Int
    /// The number of reports folded into others without losing information: member changes into a
    /// member list, identical problems into a count.
    public var folded: Int

    /// Creates a value for tests.
    public init(events: Int, folded: Int) {
        self.events = events
        self.folded = folded
    }
}

extension ClientReport.Kind {
    package static func attemptFailed(attempt: Int, _ end: ConnectionEnd) -> ClientReport.Kind {
        .attemptFailed(attempt: attempt, end, parts: AttemptParts())
    }
}

extension ClientReport.Kind {
    package enum Traffic: Hashable, Sendable {
        case none
        case received
        case sent
    }

    package var traffic: Traffic {
        switch self {
        case .pingSent, .triggered, .subscriptionChanged(_, .subscribing),
            .subscriptionChanged(_, .unsubscribed), .signInChanged(.signingIn):
            .sent
        case .pongReceived, .received, .memberAdded, .memberRemoved, .membersReplaced,
            .subscriptionCount, .cacheMissed, .subscriptionChanged(_, .subscribed),
            .watchlistChanged, .decryptionFailed, .clientEventsRejected:
            .received
        case .stateChanged, .attemptStarted, .attemptFailed, .retryScheduled, .intentChanged,
            .serverRecognized, .suspended, .clockStepped, .networkChanged, .gap,
            .subscriptionChanged,
            .subscriptionStuck, .authorizationAnswered, .signInChanged, .clientEventQueued,
            .bindingChanged, .bindingRemoved, .bindingsHit, .problem, .skipped:
            .none
        }
    }
}
