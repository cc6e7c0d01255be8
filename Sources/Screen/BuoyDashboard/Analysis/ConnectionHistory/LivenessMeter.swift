import ChannelsProtocol
import DequeModule

struct LivenessMeter: Hashable, Sendable {
    struct Percentiles: Hashable, Sendable {
        let least: Duration
        let median: Duration
        let ninetieth: Duration
        let ninetyNinth: Duration
        let most: Duration

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
    private static let recentCount = 16

    private var series: Deque<Duration> = []
    private var pings = UnansweredPings()
    /// Including those whose round trip is unknown or no longer kept.
    private(set) var pongs = 0
    private(set) var lastPing: ChannelsTimestamp?
    /// As far as it is known: the client's answers to pings of the server are not reported.
    private(set) var lastSent: ChannelsTimestamp?
    private(set) var pongTimeout: Duration?
    /// Since when the server sends, but answers no ping.
    private(set) var oneWaySince: ChannelsTimestamp?
    private(set) var establishment: Establishment?

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

    mutating func heard(at time: ChannelsTimestamp) { self.pings.heard(at: time) }

    private mutating func changed(_ change: StateChange, at time: ChannelsTimestamp) {
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

    var lastHeard: ChannelsTimestamp? { self.pings.lastHeard }

    func noAnswer(at now: ChannelsTimestamp) -> UnansweredPings.NoAnswer? {
        self.establishment == nil ? nil : self.pings.noAnswer(at: now)
    }

    func pingAge(at now: ChannelsTimestamp) -> Duration? { self.pings.oldestAge(at: now) }

    /// `nil` if it is due. A connection is idle if either side is silent (docs/protocol.md,
    /// "Pings").
    func nextPing(at now: ChannelsTimestamp) -> Duration? {
        guard let timeout = self.establishment?.activityTimeout,
            let heard = self.lastHeard, let sent = self.lastSent
        else { return nil }
        let left = timeout - now.duration(since: min(heard, sent))
        return left > .zero ? left : nil
    }

    func latest(_ count: Int = Self.recentCount) -> [Duration] {
        Array(self.series.suffix(count))
    }

    var percentiles: Percentiles? { Percentiles(ofSorted: self.series.sorted()) }
}

extension LivenessMeter {
    enum TimeoutSource: String, Hashable, Sendable {
        /// This client's setting is the smaller one, or the server sent none.
        case client
        case server
        /// The server's is too small to be followed.
        case minimum
    }

    var activityTimeoutSource: TimeoutSource? {
        guard let establishment = self.establishment else { return nil }
        guard let server = establishment.serverActivityTimeout else { return .client }
        if server == establishment.activityTimeout { return .server }
        return server < establishment.activityTimeout ? .minimum : .client
    }
}
