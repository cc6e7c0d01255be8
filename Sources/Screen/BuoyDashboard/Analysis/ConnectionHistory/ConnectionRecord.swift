import BuoyScripts
import ChannelsEventWords
package import ChannelsProtocol
import DequeModule

package struct ConnectionRecord: Hashable, Sendable {
    struct Waiting: Hashable, Sendable {
        let retry: ScheduledRetry
        let since: ChannelsTimestamp

        var due: ChannelsTimestamp { self.since.advanced(by: self.retry.delay) }
    }

    struct Attempt: Hashable, Sendable {
        let attempt: ConnectionAttempt
        let since: ChannelsTimestamp
    }

    struct EarlyAttempt: Hashable, Sendable {
        let number: Int
        let cause: ConnectionAttempt.EarlyCause
        let lead: Duration?
    }

    struct Ending: Hashable, Sendable {
        let end: ConnectionEnd
        let time: ChannelsTimestamp
        let wasConnected: Bool
        /// Attempts that the policy had made when it gave up.
        let gaveUpAfter: Int?
        /// How long nothing ran here before the end was noticed.
        let suspended: Duration?
        let faults: [Fault]
    }

    package private(set) var state = ConnectionState.initialized
    private(set) var since = ChannelsTimestamp.zero
    private(set) var socketID: SocketID?
    private(set) var lastSocketID: SocketID?
    private(set) var address: String
    private(set) var usesTLS: Bool
    private(set) var attempt: Attempt?
    private(set) var waiting: Waiting?
    package var policy = ""
    /// The policy's rule for the latest attempt; `nil` if the user requested it.
    private(set) var lastRule: String?
    private(set) var lastEarly: EarlyAttempt?
    /// `nil` if the user has asked to connect since.
    private(set) var lastEnding: Ending?
    /// `nil` while there is a connection, or if it ended on request.
    private(set) var lostAt: ChannelsTimestamp?
    private(set) var drops = 0
    package private(set) var gaps = GapLedger()
    package private(set) var losses = LossLedger()
    private(set) var liveness = LivenessMeter()
    package private(set) var incoming = RateCounter()
    private(set) var outgoing = RateCounter()
    private var faults: [Fault] = []
    package private(set) var server = ServerProfile.Kind.unknown
    private(set) var steps = ConnectionSteps()

    package init(address: String, usesTLS: Bool) {
        self.address = address
        self.usesTLS = usesTLS
    }

    /// The latest, oldest first.
    package var roundTrips: [Duration] { self.liveness.latest() }

    var lastEnd: ConnectionEnd? { self.lastEnding?.end }

    var activityTimeout: Duration? { self.liveness.establishment?.activityTimeout }

    package mutating func handle(_ event: ClientReport) {
        self.liveness.handle(event)
        self.gaps.handle(event)
        self.losses.handle(event)
        self.steps.handle(event)
        switch event.kind {
        case .triggered:
            self.outgoing.record(second: event.time.second)
        case .stateChanged(let change):
            self.changed(change, at: event.time)
        case .attemptStarted(let attempt):
            self.attempt = Attempt(attempt: attempt, since: event.time)
            if attempt.isAsked { (self.lastEnding, self.lastRule) = (nil, nil) }
            let due = self.waiting?.due
            self.lastEarly = attempt.early.map { cause in
                EarlyAttempt(
                    number: attempt.number, cause: cause,
                    lead: due.map { max($0.duration(since: event.time), .zero) })
            }
            self.waiting = nil
            self.address = attempt.address
            self.usesTLS = attempt.usesTLS
        case .attemptFailed(_, let end, _):
            self.lastEnding = Ending(
                end: end, time: event.time, wasConnected: false, gaveUpAfter: nil,
                suspended: nil, faults: self.faults)
            self.attempt = nil
        case .retryScheduled(let retry):
            self.waiting = Waiting(retry: retry, since: event.time)
            self.lastRule = retry.rule
            self.attempt = nil
        case .serverRecognized(let profile):
            self.server = profile.kind
        default:
            break
        }
    }

    /// An event of a channel shows little about the connection and is hardly examined, because
    /// there may be thousands per second.
    package mutating func received(_ event: ClientReport) {
        self.incoming.record(second: event.time.second)
        self.liveness.heard(at: event.time)
        self.losses.heard(at: event.time)
        guard self.gaps.awaitsCachedEvents, case .received(let received) = event.kind,
            let channel = received.channel
        else { return }
        self.gaps.received(on: channel, at: event.time)
    }

    mutating func handle(_ report: FaultReport) {
        self.faults = report.inForce.map(\.fault)
        self.steps.handle(report)
    }

    mutating func add(_ missed: MissedEvents, inGap number: Int) {
        self.gaps.add(missed, inGap: number)
    }

    private mutating func changed(_ change: StateChange, at time: ChannelsTimestamp) {
        if change.previous == .connected {
            self.lastSocketID = self.socketID
            self.socketID = nil
        }
        switch change.cause {
        case .asked:
            (self.waiting, self.attempt, self.lostAt) = (nil, nil, nil)
        case .established(let connection):
            self.socketID = connection.socketID
            (self.waiting, self.attempt, self.lostAt) = (nil, nil, nil)
        case .ended(let end):
            self.ended(end, change, gaveUpAfter: nil, at: time)
        case .gaveUp(let attempts, let end):
            self.ended(end, change, gaveUpAfter: attempts, at: time)
        case .unavailable:
            break
        }
        if change.current == .failed { self.waiting = nil }
        self.state = change.current
        self.since = time
    }

    private mutating func ended(
        _ end: ConnectionEnd, _ change: StateChange, gaveUpAfter attempts: Int?,
        at time: ChannelsTimestamp
    ) {
        let wasConnected = change.previous == .connected
        self.lastEnding = Ending(
            end: end, time: time, wasConnected: wasConnected, gaveUpAfter: attempts,
            suspended: change.suspended, faults: self.faults)
        self.attempt = nil
        if wasConnected, end != .reconnectAsked {
            self.drops += 1
            self.lostAt = time
        }
    }
}
