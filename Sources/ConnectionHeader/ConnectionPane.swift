package import ChannelsProtocol
package import EventLog
import EventWords
package import FaultScripts
import Formatting
import TextScreen

/// The connection line: the state of the connection, derived from the client's events.
package struct ConnectionPane: Hashable, Sendable {
    /// A scheduled retry.
    package struct Waiting: Hashable, Sendable {
        /// What was scheduled.
        package let retry: ScheduledRetry
        let since: Timestamp

        /// When the attempt will begin.
        package var due: Timestamp { self.since.advanced(by: self.retry.delay) }
    }

    /// An attempt that is under way.
    struct Attempt: Hashable, Sendable {
        let attempt: ConnectionAttempt
        let since: Timestamp
    }

    /// The state of the connection.
    package private(set) var state = ConnectionState.initialized
    /// When the state was entered.
    package private(set) var since = Timestamp.zero
    /// The id of the connection; `nil` without one.
    package private(set) var socketID: SocketID?
    /// The id of the previous connection.
    private(set) var lastSocketID: SocketID?
    /// The address of the latest attempt.
    package private(set) var address = ""
    /// Whether the latest attempt uses TLS.
    package private(set) var usesTLS = false
    private(set) var attempt: Attempt?
    /// The faults that were asked for and are in force.
    package var faults: [FaultSchedule.InForce] = []
    /// The scheduled retry; `nil` if there is none.
    package private(set) var waiting: Waiting?
    /// How the last connection or attempt ended.
    package private(set) var lastEnd: ConnectionEnd?
    /// When an established connection was lost; `nil` while there is one, or if it ended on
    /// request.
    package private(set) var lostAt: Timestamp?
    /// The number of established connections that were lost.
    package private(set) var drops = 0
    /// The total time without a connection, over all losses that are over.
    package private(set) var totalGap = Duration.zero
    /// The latest round trips, oldest first.
    package private(set) var roundTrips: [Duration] = []
    /// The events of channels that arrived.
    package private(set) var incoming = RateCounter()
    /// The client events that were sent.
    package private(set) var outgoing = RateCounter()
    private(set) var history = StateHistory()
    private(set) var timeline = ConnectionTimeline()
    /// How long the server may be silent before a ping is sent.
    private(set) var activityTimeout: Duration?
    private var pings = UnansweredPings()
    /// The end of the last gap that was counted.
    private var lastGapEnd = Timestamp.zero

    private static let roundTripLimit = 16

    /// Before the first attempt.
    /// - Parameters:
    ///   - address: where the first attempt will connect to.
    ///   - usesTLS: whether it will use TLS.
    package init(address: String, usesTLS: Bool) {
        self.address = address
        self.usesTLS = usesTLS
    }

    /// Details about a server that does not answer; `nil` while it does.
    func noAnswer(at now: Timestamp) -> UnansweredPings.NoAnswer? {
        self.state == .connected ? self.pings.noAnswer(at: now) : nil
    }

    /// Handles a report of the client, other than an event of a channel.
    package mutating func handle(_ event: ClientEvent) {
        self.timeline.handle(event)
        switch event.kind {
        case .received: self.received(at: event.time)
        case .triggered:
            self.outgoing.record(second: event.time.second)
        case .stateChanged(let change):
            self.changed(change, at: event.time)
        case .attemptStarted(let attempt):
            self.attempt = Attempt(attempt: attempt, since: event.time)
            if attempt.isAsked { self.lastEnd = nil }
            self.waiting = nil
            self.address = attempt.address
            self.usesTLS = attempt.usesTLS
        case .attemptFailed(_, let end, _):
            self.lastEnd = end
            self.attempt = nil
        case .retryScheduled(let retry):
            self.waiting = Waiting(retry: retry, since: event.time)
            self.attempt = nil
        case .pingSent(let ping):
            self.pings.sent(ping, at: event.time)
        case .pongReceived(let roundTrip):
            self.roundTrips.append(roundTrip)
            if self.roundTrips.count > Self.roundTripLimit { self.roundTrips.removeFirst() }
            self.pings.answered(after: roundTrip, at: event.time)
        case .gap(let gap):
            self.add(gap)
        case .memberAdded, .memberRemoved, .membersReplaced, .subscriptionCount, .cacheMissed,
            .subscriptionChanged(_, .subscribed), .watchlistChanged, .decryptionFailed,
            .clientEventsRejected:
            self.heard(at: event.time)
        // No other report concerns the connection.
        default:
            break
        }
    }

    /// An event of a channel arrived. It shows nothing else about the connection and is not
    /// examined, because there may be thousands per second.
    package mutating func received(at time: Timestamp) {
        self.incoming.record(second: time.second)
        self.heard(at: time)
    }

    /// When the server last sent anything; `nil` before that.
    var lastHeard: Timestamp? { self.pings.lastHeard }

    private mutating func heard(at time: Timestamp) { self.pings.heard(at: time) }

    /// Gaps of single channels may overlap; each period counts once.
    private mutating func add(_ gap: Gap) {
        let start = max(gap.lastReceived, self.lastGapEnd)
        self.totalGap += max(gap.end.duration(since: start), .zero)
        self.lastGapEnd = max(gap.end, self.lastGapEnd)
    }

    private mutating func changed(_ change: StateChange, at time: Timestamp) {
        self.history.add(change, at: time)
        if change.previous == .connected {
            self.lastSocketID = self.socketID
            self.socketID = nil
            self.pings = UnansweredPings()
        }
        switch change.cause {
        case .asked:
            self.waiting = nil
            self.attempt = nil
            self.lostAt = nil
        case .established(let connection):
            self.socketID = connection.socketID
            self.activityTimeout = connection.activityTimeout
            self.lostAt = nil
            self.waiting = nil
            self.attempt = nil
            self.heard(at: time)
        case .ended(let end), .gaveUp(_, let end):
            self.lastEnd = end
            self.attempt = nil
            if change.previous == .connected, end != .reconnectAsked {
                self.drops += 1
                self.lostAt = time
            }
        case .unavailable:
            break
        }
        if change.current == .failed { self.waiting = nil }
        self.state = change.current
        self.since = time
    }
}
