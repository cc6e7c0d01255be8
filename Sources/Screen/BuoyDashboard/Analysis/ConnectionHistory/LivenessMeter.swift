import ChannelsProtocol
import DequeModule

/// Whether the server answers, and how fast: round trips, idle times, and the pings on the way.
struct LivenessMeter: Hashable, Sendable {
    /// The least, the middle and the most of the round trips that are kept.
    struct Percentiles: Hashable, Sendable {
        let least: Duration
        let median: Duration
        let ninetieth: Duration
        let ninetyNinth: Duration
        let most: Duration

        /// - Parameter sorted: at least one duration, shortest first.
        fileprivate init?(ofSorted sorted: [Duration]) {
            guard let least = sorted.first, let most = sorted.last else { return nil }
            // The nearest rank: the smallest value that is not exceeded by this many per cent.
            func rank(_ percent: Int) -> Duration {
                sorted[max((sorted.count * percent + 99) / 100, 1) - 1]
            }
            self.least = least
            self.median = rank(50)
            self.ninetieth = rank(90)
            self.ninetyNinth = rank(99)
            self.most = most
        }
    }

    /// Days of a quiet connection, which pings every two minutes. So few can be sorted when they
    /// are shown.
    private static let limit = 2000
    /// How many round trips count as the latest.
    private static let recentCount = 16

    private var series: Deque<Duration> = []
    private var pings = UnansweredPings()
    /// The number of pongs, including those whose round trip is unknown or no longer kept.
    private(set) var pongs = 0
    /// When a ping was last sent on the current connection; `nil` before the first.
    private(set) var lastPing: Timestamp?
    /// When this client is known to have last sent anything on the current connection: a ping, a
    /// client event, a request for a channel or a user, or its part of the handshake. Its answers
    /// to pings of the server are not reported.
    private(set) var lastSent: Timestamp?
    /// How long a ping may go unanswered; `nil` before the first ping.
    private(set) var pongTimeout: Duration?
    /// Since when the server sends, but answers no ping; `nil` while it does.
    private(set) var oneWaySince: Timestamp?
    /// What the server established; `nil` without a connection.
    private(set) var establishment: Establishment?

    /// Before the first connection.
    init() {}

    /// Handles a report of the client, other than an event of a channel.
    mutating func handle(_ event: ClientReport) {
        switch event.kind {
        case .stateChanged(let change):
            self.changed(change, at: event.time)
        case .pingSent(let ping):
            self.pings.sent(ping, at: event.time)
            // Another ping does not prolong the wait for an answer: its limit is what is left.
            self.pongTimeout = max(self.pongTimeout ?? .zero, ping.timeLimit)
            self.lastPing = event.time
            self.lastSent = event.time
        case .pongReceived(let roundTrip):
            if let roundTrip {
                self.series.append(roundTrip)
                if self.series.count > Self.limit { self.series.removeFirst() }
            }
            self.pongs += 1
            self.oneWaySince = nil
            self.pings.answered(after: roundTrip, at: event.time)
        case .problem(let problem) where problem.kind == .pongOverdue:
            self.oneWaySince = self.oneWaySince ?? self.lastPing ?? event.time
        default: self.noteTraffic(event)
        }
    }

    private mutating func noteTraffic(_ event: ClientReport) {
        switch event.kind.traffic {
        case .received: self.heard(at: event.time)
        case .sent: if self.establishment != nil { self.lastSent = event.time }
        case .none: break
        }
    }

    /// Something arrived.
    mutating func heard(at time: Timestamp) { self.pings.heard(at: time) }

    private mutating func changed(_ change: StateChange, at time: Timestamp) {
        if change.previous == .connected {
            self.pings = UnansweredPings()
            self.establishment = nil
            (self.lastPing, self.lastSent, self.oneWaySince) = (nil, nil, nil)
        }
        guard case .established(let connection) = change.cause else { return }
        self.establishment = connection
        self.lastSent = time
        self.heard(at: time)
    }

    // MARK: Readings

    /// When the server last sent anything; `nil` before that, and without a connection.
    var lastHeard: Timestamp? { self.pings.lastHeard }

    /// Details about a server that does not answer; `nil` while it does.
    func noAnswer(at now: Timestamp) -> UnansweredPings.NoAnswer? {
        self.establishment == nil ? nil : self.pings.noAnswer(at: now)
    }

    /// How long the oldest unanswered ping has been under way; `nil` if none is.
    func pingAge(at now: Timestamp) -> Duration? { self.pings.oldestAge(at: now) }

    /// How long until the client sends a ping, if nothing else is sent or received; `nil` if it is
    /// due. A connection is idle if either side is silent (docs/protocol.md, "Pings").
    func nextPing(at now: Timestamp) -> Duration? {
        guard let timeout = self.establishment?.activityTimeout,
            let heard = self.lastHeard, let sent = self.lastSent
        else { return nil }
        let left = timeout - now.duration(since: min(heard, sent))
        return left > .zero ? left : nil
    }

    /// The latest round trips, oldest first.
    /// - Parameter count: how many at most.
    func latest(_ count: Int = Self.recentCount) -> [Duration] {
        Array(self.series.suffix(count))
    }

    /// The distribution of the round trips that are kept; `nil` without any.
    var percentiles: Percentiles? { Percentiles(ofSorted: self.series.sorted()) }
}

extension LivenessMeter {
    /// Who chose a timeout.
    enum TimeoutSource: String, Hashable, Sendable {
        /// This client's setting is the smaller one, or the server sent none.
        case client
        /// The server sent a smaller one.
        case server
        /// The server's is too small to be followed.
        case minimum
    }

    /// Where the activity timeout in effect comes from; `nil` without a connection.
    var activityTimeoutSource: TimeoutSource? {
        guard let establishment = self.establishment else { return nil }
        guard let server = establishment.serverActivityTimeout else { return .client }
        if server == establishment.activityTimeout { return .server }
        return server < establishment.activityTimeout ? .minimum : .client
    }
}
