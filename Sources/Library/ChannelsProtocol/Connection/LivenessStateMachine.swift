/// Decides when to ping, and when a connection is dead.
///
/// ```
///            established                    timer: idle for the timeout
/// idle ─────────────────────▶ watching ───────────────────────────────▶ awaiting
///   ▲                            ▲                                         │ │
///   │ ended                      └──────────── anything received ──────────┘ │
///   └──────────────────────────────────────────────────── timer: pong missing┘
/// ```
/// Idle means that nothing was received, or that nothing was sent: some servers count only what a
/// client sends (docs/protocol.md, "Pings"). Traffic only stores a time. The single timer checks
/// it when it fires, and is restarted for the remaining time. `ping` moves to awaiting at once.
///
/// A pong does not say which ping it answers (`PingLedger`). If the server sends other messages but
/// no pong within the time limit, the connection works in at least one direction: it is kept, and
/// the problem is reported once per such period.
package struct LivenessStateMachine: Sendable {
    private enum State: Hashable, Sendable {
        case idle
        case watching(Traffic, TimerID)
        /// A ping was sent, and nothing received since. More pings may follow, which do not prolong
        /// the wait.
        case awaiting(Traffic, TimerID, since: ChannelsTimestamp, extended: Bool)
    }

    private struct Traffic: Hashable, Sendable {
        var activityTimeout: Duration
        var lastReceived: ChannelsTimestamp
        var lastSent: ChannelsTimestamp
        /// The last ping that something followed: it proves that the connection worked then, even
        /// if the time of arrival is unknown.
        var answeredPing: ChannelsTimestamp?
        var pings = PingLedger()

        mutating func received(_ arrival: Arrival) {
            self.lastReceived = max(self.lastReceived, arrival.earliest)
        }

        mutating func pinged(at time: ChannelsTimestamp) {
            self.lastSent = time
            self.pings.sent(at: time)
        }

        func timeLeft(at time: ChannelsTimestamp) -> Duration {
            let idle = min(self.lastReceived, self.lastSent)
            let active = self.answeredPing.map { max($0, idle) } ?? idle
            return self.activityTimeout - time.duration(since: active)
        }
    }

    package enum TimerOutcome: Hashable, Sendable {
        case startTimer(TimerID, after: Duration)
        case ping(TimerID, after: Duration)
        /// The server sends, but has not answered a ping for this long: report it, and check again.
        case pongOverdue(Duration, TimerID, after: Duration)
        /// Nothing arrived within the limit: the connection is dead.
        case pongMissing(after: Duration)
        case none
    }

    package enum PingOutcome: Hashable, Sendable {
        case ping(TimerID, after: Duration)
        /// An earlier ping is still unanswered; `left` is the remaining wait for it.
        case pingAgain(left: Duration)
        case none
    }

    package enum PongOutcome: Hashable, Sendable {
        /// - Parameter roundTrip: `nil` if it may answer any of several pings.
        case answer(roundTrip: Duration?)
        case unexpected
    }

    private let pongTimeout: Duration
    private var state = State.idle
    private var lastReceivedBefore: ChannelsTimestamp?
    private var timers = 0

    package init(pongTimeout: Duration) {
        self.pongTimeout = pongTimeout
    }

    package var lastReceived: ChannelsTimestamp? {
        switch self.state {
        case .idle: self.lastReceivedBefore
        case .watching(let traffic, _), .awaiting(let traffic, _, _, _): traffic.lastReceived
        }
    }

    var isUnanswered: Bool {
        switch self.state {
        case .idle, .watching: false
        case .awaiting: true
        }
    }

    var unansweredSince: ChannelsTimestamp? {
        guard case .awaiting(let traffic, _, let since, _) = self.state else { return nil }
        return traffic.pings.oldest ?? since
    }

    package mutating func established(
        activityTimeout: Duration, at time: ChannelsTimestamp
    ) -> StartedTimer {
        let timer = self.nextTimer()
        self.state = .watching(
            Traffic(activityTimeout: activityTimeout, lastReceived: time, lastSent: time), timer)
        return StartedTimer(id: timer, after: activityTimeout)
    }

    package mutating func ended() {
        self.lastReceivedBefore = self.lastReceived
        self.state = .idle
    }

    /// Sent even if an earlier ping has not been answered: its pong may be lost.
    package mutating func ping(at time: ChannelsTimestamp) -> PingOutcome {
        switch self.state {
        case .idle:
            return .none
        case .watching(let traffic, _):
            return .ping(self.beginAwaiting(traffic, at: time), after: self.pongTimeout)
        case .awaiting(var traffic, let timer, let since, let extended):
            traffic.pinged(at: time)
            self.state = .awaiting(traffic, timer, since: since, extended: extended)
            return .pingAgain(left: max(.zero, self.pongTimeout - time.duration(since: since)))
        }
    }

    /// Unlike `ping`, does nothing while an answer is awaited.
    package mutating func check(at time: ChannelsTimestamp) -> PingOutcome {
        guard case .watching(let traffic, _) = self.state else { return .none }
        return .ping(self.beginAwaiting(traffic, at: time), after: self.pongTimeout)
    }

    package mutating func sent(at time: ChannelsTimestamp) {
        switch self.state {
        case .idle:
            break
        case .watching(var traffic, let timer):
            traffic.lastSent = time
            self.state = .watching(traffic, timer)
        case .awaiting(var traffic, let timer, let since, let extended):
            traffic.lastSent = time
            self.state = .awaiting(traffic, timer, since: since, extended: extended)
        }
    }

    /// What had arrived before a ping, and was read after it, does not answer it.
    /// - Parameter arrival: `nil` if it was read at once.
    /// - Returns: the timer of the watch that starts again, if this followed a ping.
    package mutating func received(
        at time: ChannelsTimestamp, arrived arrival: Arrival? = nil
    ) -> StartedTimer? {
        let arrival = arrival ?? Arrival(earliest: time, latest: time)
        switch self.state {
        case .idle:
            return nil
        case .watching(var traffic, let timer):
            traffic.received(arrival)
            self.state = .watching(traffic, timer)
            return nil
        case .awaiting(var traffic, let timer, let since, let extended):
            traffic.received(arrival)
            guard arrival.latest.advanced(by: Self.accuracy) >= since else {
                self.state = .awaiting(traffic, timer, since: since, extended: extended)
                return nil
            }
            traffic.answeredPing = since
            let timer = self.nextTimer()
            self.state = .watching(traffic, timer)
            let delay = max(.zero, self.timeToCheck(traffic, at: time))
            return StartedTimer(id: timer, after: delay)
        }
    }

    /// Not read yet: a missing pong may be part of it, so it is not reported as overdue.
    mutating func heldBack(
        at time: ChannelsTimestamp, arrived arrival: Arrival? = nil
    ) -> StartedTimer? {
        let timer = self.received(at: time, arrived: arrival)
        if case .watching(var traffic, let watch) = self.state {
            traffic.pings.noteOverdue()
            self.state = .watching(traffic, watch)
        }
        return timer
    }

    /// Call `received` first.
    /// - Parameter time: when the pong arrived at this machine.
    package mutating func ponged(at time: ChannelsTimestamp) -> PongOutcome {
        switch self.state {
        case .idle:
            return .unexpected
        case .watching(var traffic, let timer):
            let outcome = traffic.pings.ponged(within: self.pongTimeout, at: time)
            self.state = .watching(traffic, timer)
            return outcome
        case .awaiting(var traffic, let timer, let since, let extended):
            // It was read after that ping, but had arrived before: it answers an earlier one.
            let outcome = traffic.pings.ponged(
                before: since, within: self.pongTimeout, at: time)
            self.state = .awaiting(traffic, timer, since: since, extended: extended)
            return outcome
        }
    }

    package mutating func timerFired(_ timer: TimerID, at time: ChannelsTimestamp) -> TimerOutcome {
        switch self.state {
        case .watching(let traffic, timer):
            return self.watchAgain(traffic, at: time)
        case .awaiting(let traffic, timer, let since, let extended):
            return self.waitEnded(traffic, since: since, extended: extended, at: time)
        case .idle, .watching, .awaiting:
            return .none
        }
    }

    private mutating func watchAgain(_ traffic: Traffic, at time: ChannelsTimestamp) -> TimerOutcome
    {
        if let left = traffic.pings.timeToOverdue(self.pongTimeout, at: time), left <= .zero {
            return self.reportOverdue(traffic, after: self.pongTimeout - left, at: time)
        }
        guard traffic.timeLeft(at: time) <= .zero else {
            let timer = self.nextTimer()
            self.state = .watching(traffic, timer)
            return .startTimer(timer, after: self.timeToCheck(traffic, at: time))
        }
        return .ping(self.beginAwaiting(traffic, at: time), after: self.pongTimeout)
    }

    private func timeToCheck(_ traffic: Traffic, at time: ChannelsTimestamp) -> Duration {
        let left = traffic.timeLeft(at: time)
        return traffic.pings.timeToOverdue(self.pongTimeout, at: time).map { min($0, left) } ?? left
    }

    private mutating func reportOverdue(
        _ traffic: Traffic, after waited: Duration, at time: ChannelsTimestamp
    ) -> TimerOutcome {
        var traffic = traffic
        traffic.pings.noteOverdue()
        let timer = self.nextTimer()
        self.state = .watching(traffic, timer)
        return .pongOverdue(waited, timer, after: max(.zero, traffic.timeLeft(at: time)))
    }

    private mutating func beginAwaiting(_ traffic: Traffic, at time: ChannelsTimestamp) -> TimerID {
        var traffic = traffic
        traffic.pinged(at: time)
        let timer = self.nextTimer()
        self.state = .awaiting(traffic, timer, since: time, extended: false)
        return timer
    }

    /// A timer that fires long after it was due means a suspension. What the peer has sent
    /// meanwhile is unread, so it gets a little more time, once.
    private mutating func waitEnded(
        _ traffic: Traffic, since ping: ChannelsTimestamp, extended: Bool,
        at time: ChannelsTimestamp
    ) -> TimerOutcome {
        let lateness = time.duration(since: ping) - self.pongTimeout
        guard lateness > Self.grace, !extended else {
            self.ended()
            return .pongMissing(after: self.pongTimeout)
        }
        let timer = self.nextTimer()
        self.state = .awaiting(traffic, timer, since: ping, extended: true)
        return .startTimer(timer, after: Self.grace)
    }

    private static let grace = Duration.seconds(1)
    /// How exactly arrival times are known, with room for a busy machine.
    private static let accuracy = Duration.milliseconds(500)

    private mutating func nextTimer() -> TimerID {
        self.timers += 1
        return TimerID(.liveness, self.timers)
    }
}
