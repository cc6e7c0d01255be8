import BuoyScripts
import ChannelsEventWords
package import ChannelsProtocol
import DequeModule

/// What is known of a connection, derived from the client's reports: its state, its attempts, every
/// step that led there, whether the server answers, and what was lost.
package struct ConnectionRecord: Hashable, Sendable {
    /// A scheduled retry.
    struct Waiting: Hashable, Sendable {
        /// The attempt that is waited for, and how long.
        let retry: ScheduledRetry
        let since: Timestamp

        /// When the attempt will start.
        var due: Timestamp { self.since.advanced(by: self.retry.delay) }
    }

    /// An attempt that is under way.
    struct Attempt: Hashable, Sendable {
        let attempt: ConnectionAttempt
        let since: Timestamp
    }

    /// An attempt that was made before it was due.
    struct EarlyAttempt: Hashable, Sendable {
        let number: Int
        let cause: ConnectionAttempt.EarlyCause
        /// How long before it was due; `nil` if none was scheduled.
        let lead: Duration?
    }

    /// The end of a connection or of an attempt.
    struct Ending: Hashable, Sendable {
        let end: ConnectionEnd
        let time: Timestamp
        /// Whether it ended a connection rather than an attempt.
        let wasConnected: Bool
        /// How many attempts the policy had made when it gave up; `nil` if it did not.
        let gaveUpAfter: Int?
        /// How long nothing ran here before it was noticed; `nil` if it ran all the time.
        let suspended: Duration?
        /// The faults that were in effect then.
        let faults: [Fault]
    }

    package private(set) var state = ConnectionState.initialized
    /// When the state was entered.
    private(set) var since = Timestamp.zero
    /// The id of the connection; `nil` without one.
    private(set) var socketID: SocketID?
    /// The id of the previous connection.
    private(set) var lastSocketID: SocketID?
    /// The address of the latest attempt.
    private(set) var address: String
    /// Whether the latest attempt uses TLS.
    private(set) var usesTLS: Bool
    /// The attempt that is under way; `nil` if none is.
    private(set) var attempt: Attempt?
    /// The scheduled retry; `nil` if there isn't one.
    private(set) var waiting: Waiting?
    /// The name of the reconnection policy in use; empty if it is not known.
    package var policy = ""
    /// The rule of the policy that led to the latest attempt; `nil` if the user asked for it.
    private(set) var lastRule: String?
    /// Why the latest attempt was made early, and by how much; `nil` if it was not.
    private(set) var lastEarly: EarlyAttempt?
    /// How the last connection or attempt ended; `nil` if the user has asked to connect since.
    private(set) var lastEnding: Ending?
    /// When an established connection was lost; `nil` while there is one, or if it ended on
    /// request.
    private(set) var lostAt: Timestamp?
    /// The number of established connections that were lost.
    private(set) var drops = 0
    /// The periods without a connection.
    package private(set) var gaps = GapLedger()
    /// What the losses have in common.
    package private(set) var losses = LossLedger()
    /// Whether the server answers, and how fast.
    private(set) var liveness = LivenessMeter()
    /// The events of channels that arrived.
    private(set) var incoming = RateCounter()
    /// The client events that were sent.
    private(set) var outgoing = RateCounter()
    private var faults: [Fault] = []
    /// Which server it is, as far as it was recognised.
    package private(set) var server = ServerProfile.Kind.unknown
    /// The reports about states and attempts.
    private(set) var steps = ConnectionSteps()

    /// Before the first attempt.
    /// - Parameters:
    ///   - address: where the first attempt will connect to.
    ///   - usesTLS: whether it will use TLS.
    package init(address: String, usesTLS: Bool) {
        self.address = address
        self.usesTLS = usesTLS
    }

    /// How the last connection or attempt ended; `nil` if the user has asked to connect since.
    var lastEnd: ConnectionEnd? { self.lastEnding?.end }

    /// How long the server may be silent before a ping is sent; `nil` without a connection.
    var activityTimeout: Duration? { self.liveness.establishment?.activityTimeout }

    // MARK: Reports

    /// Handles a report of the client, other than an event of a channel.
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
        // No other report concerns the state.
        default:
            break
        }
    }

    /// An event of a channel arrived. It shows little else about the connection and is hardly
    /// examined, because there may be thousands per second.
    package mutating func received(_ event: ClientReport) {
        self.incoming.record(second: event.time.second)
        self.liveness.heard(at: event.time)
        self.losses.heard(at: event.time)
        guard self.gaps.awaitsCachedEvents, case .received(let received) = event.kind,
            let channel = received.channel
        else { return }
        self.gaps.received(on: channel, at: event.time)
    }

    /// Requested faults have started or ended.
    mutating func handle(_ report: FaultReport) {
        self.faults = report.inForce.map(\.fault)
        self.steps.handle(report)
    }

    /// Somebody who knows what was published has said what a gap cost.
    mutating func add(_ missed: MissedEvents, inGap number: Int) {
        self.gaps.add(missed, inGap: number)
    }

    private mutating func changed(_ change: StateChange, at time: Timestamp) {
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
        _ end: ConnectionEnd, _ change: StateChange, gaveUpAfter attempts: Int?, at time: Timestamp
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
