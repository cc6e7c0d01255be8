/// Something that a client reports: the elements of its one ordered stream.
public struct ClientEvent: Hashable, Sendable {
    /// Counts from 1 without a hole; a hole in what a listener sees is told by `.skipped`.
    public var number: Int
    public var time: Timestamp
    public var kind: Kind

    public init(number: Int, time: Timestamp, kind: Kind) {
        self.number = number
        self.time = time
        self.kind = kind
    }

    /// What is reported.
    public enum Kind: Hashable, Sendable {
        // MARK: Connection

        /// The connection went from one state to another.
        indirect case stateChanged(StateChange)
        /// An attempt to connect starts.
        indirect case attemptStarted(ConnectionAttempt)
        /// An attempt failed, or a connection ended, and the state stays `connecting` or
        /// `unavailable`.
        indirect case attemptFailed(attempt: Int, ConnectionEnd)
        /// The next attempt is due after a delay.
        indirect case retryScheduled(ScheduledRetry)
        /// A ping was sent.
        case pingSent
        /// A pong came: the time since the ping it answers.
        case pongReceived(roundTrip: Duration)
        /// The user wants something else than before: to be connected, or not to be.
        case intentChanged(ConnectionIntent)
        /// The server was recognised by what it does, or taken for another one than before.
        indirect case serverRecognized(ServerProfile)
        /// This process, or the machine, did not run for about this long; the connection is being
        /// checked.
        case suspended(for: Duration)
        /// The wall clock was set, by this much; times before and after it cannot be compared.
        case clockStepped(by: Duration)
        /// Connected again after a drop: what was published in between may have been missed.
        indirect case gap(Gap)

        // MARK: Channels

        /// A subscription went into another state.
        indirect case subscriptionChanged(ChannelName, SubscriptionState)
        /// A subscription has waited for its answer for longer than the limit; it still waits.
        /// `resubscribe` tries it again.
        case subscriptionStuck(ChannelName, after: Duration)
        /// An authorization was answered, or given up.
        indirect case authorizationAnswered(AuthorizationReport)
        /// The members of a presence channel, whole: on subscription. After a reconnection the
        /// difference tells who came and went in between.
        indirect case membersReplaced(ChannelName, Members, difference: MemberDifference?)
        /// A user joined.
        case memberAdded(ChannelName, Member)
        /// A user left.
        case memberRemoved(ChannelName, Member)
        /// How many connections are subscribed to a channel.
        case subscriptionCount(ChannelName, Int)
        /// A cache channel has no event to show yet.
        case cacheMissed(ChannelName)

        // MARK: Users

        /// The sign-in went into another state.
        indirect case signInChanged(SignInState)
        /// Users of the watchlist went online or offline.
        case watchlistChanged([WatchlistChange])

        // MARK: Events and bindings

        /// An event arrived. This is the only kind that a slow listener may lose.
        case received(ChannelEvent)
        /// A client event was handed to the connection.
        case triggered(ChannelEvent)
        /// A client event waits for its channel to be subscribed, or for its turn.
        case clientEventQueued(ChannelEvent)
        /// The server refused client events.
        indirect case clientEventsRejected(ClientEventRejection)
        /// An event of an encrypted channel could not be opened.
        indirect case failedToDecrypt(DecryptionFailure)
        /// A binding was made, switched on or off.
        indirect case bindingChanged(Binding)
        /// A binding was taken away.
        case bindingRemoved(BindingID)
        /// Bindings were hit: each one's new total.
        case bindingsHit([BindingHits])

        // MARK: Troubles

        /// Something went wrong that does not end the connection.
        indirect case problem(Problem)
        /// This listener was too slow, and some events are not here.
        case skipped(SkippedEvents)
    }
}

/// An attempt to connect.
public struct ConnectionAttempt: Hashable, Sendable {
    /// Counted from 1 since the last stable connection.
    public var number: Int
    /// `ws://host:port`, without the path and the key.
    public var address: String
    public var usesTLS: Bool
    /// The limit on the whole attempt, up to `pusher:connection_established`.
    public var timeLimit: Duration

    public init(number: Int, address: String, usesTLS: Bool, timeLimit: Duration) {
        self.number = number
        self.address = address
        self.usesTLS = usesTLS
        self.timeLimit = timeLimit
    }
}

/// The next attempt to connect.
public struct ScheduledRetry: Hashable, Sendable {
    /// The number of the attempt, counted from 1 since the last stable connection.
    public var attempt: Int
    public var delay: Duration
    /// The most attempts the policy makes; `nil` when it goes on for ever.
    public var attemptLimit: Int?
    /// The name of the policy, and the rule that gave the delay, for display.
    public var rule: String

    public init(attempt: Int, delay: Duration, attemptLimit: Int?, rule: String) {
        self.attempt = attempt
        self.delay = delay
        self.attemptLimit = attemptLimit
        self.rule = rule
    }
}

/// A time without a connection.
public struct Gap: Hashable, Sendable {
    /// When the connection was lost.
    public var start: Timestamp
    /// When the next one was established.
    public var end: Timestamp
    /// The channels that were subscribed when it was lost.
    public var channels: Int

    public init(start: Timestamp, end: Timestamp, channels: Int) {
        self.start = start
        self.end = end
        self.channels = channels
    }

    /// How long it was.
    public var duration: Duration { self.end.duration(since: self.start) }
}

/// The total of a binding's hits.
public struct BindingHits: Hashable, Sendable {
    public var id: BindingID
    public var total: Int

    public init(id: BindingID, total: Int) {
        self.id = id
        self.total = total
    }
}

/// What a slow listener did not get.
public struct SkippedEvents: Hashable, Sendable {
    /// Application events that were dropped, oldest first.
    public var events: Int
    /// Reports that were folded into others without losing their meaning: member changes into a
    /// roster, equal problems into a count.
    public var folded: Int

    public init(events: Int, folded: Int) {
        self.events = events
        self.folded = folded
    }
}
