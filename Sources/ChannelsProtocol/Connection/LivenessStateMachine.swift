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
/// client sends (protocol.md 6.0). Traffic only stores a time; the one timer that runs looks at it
/// when it fires, and is set again for what is left. `ping` goes to awaiting at once.
package struct LivenessStateMachine: Sendable {
    private enum State: Hashable, Sendable {
        /// There is no connection.
        case idle
        /// The timer fires when the connection may have been idle for long enough.
        case watching(TimerID)
        /// A ping was sent, and nothing has come since; the timer ends the wait.
        case awaiting(TimerID, since: Timestamp, extended: Bool)
    }

    package enum OnEstablished: Hashable, Sendable {
        case startTimer(TimerID, after: Duration)
    }

    package enum OnTimer: Hashable, Sendable {
        /// There was traffic: look again later.
        case startTimer(TimerID, after: Duration)
        /// Send a ping, and look for what it brings.
        case ping(TimerID, after: Duration)
        /// Nothing came within the limit: the connection is dead.
        case pongMissing(after: Duration)
        /// A timer of earlier.
        case none
    }

    package enum OnPing: Hashable, Sendable {
        /// Send a ping, and look for what it brings.
        case ping(TimerID, after: Duration)
        /// There is no connection, or a ping is under way already.
        case none
    }

    package enum OnReceived: Hashable, Sendable {
        /// Something came after a ping: watch again.
        case startTimer(TimerID, after: Duration)
        case none
    }

    package enum OnPong: Hashable, Sendable {
        case roundTrip(Duration)
        /// It answers no ping of ours.
        case unexpected
    }

    private let pongTimeout: Duration
    private var state = State.idle
    private var timers = 0
    private var activityTimeout = Duration.zero
    private var lastReceived = Timestamp.zero
    private var lastSent = Timestamp.zero
    /// When the ping was sent whose pong has not come. Anything may come before it.
    private var unansweredPing: Timestamp?

    package init(pongTimeout: Duration) {
        self.pongTimeout = pongTimeout
    }

    /// A connection was established: watch it.
    package mutating func established(
        activityTimeout: Duration, at time: Timestamp
    ) -> OnEstablished {
        self.activityTimeout = activityTimeout
        self.lastReceived = time
        self.lastSent = time
        self.unansweredPing = nil
        let timer = self.nextTimer()
        self.state = .watching(timer)
        return .startTimer(timer, after: activityTimeout)
    }

    /// The connection ended.
    package mutating func ended() {
        self.state = .idle
        self.unansweredPing = nil
    }

    /// The user wants to know now whether the server answers, and how fast.
    package mutating func ping(at time: Timestamp) -> OnPing {
        guard case .watching = self.state, self.unansweredPing == nil else { return .none }
        let timer = self.beginAwaiting(at: time)
        return .ping(timer, after: self.pongTimeout)
    }

    /// The connection may have broken unnoticed: find out now. Unlike `ping`, it does not wait for the
    /// pong of an earlier one, which may have been lost with the connection.
    package mutating func check(at time: Timestamp) -> OnPing {
        guard case .watching = self.state else { return .none }
        return .ping(self.beginAwaiting(at: time), after: self.pongTimeout)
    }

    /// A message was sent.
    package mutating func sent(at time: Timestamp) {
        self.lastSent = time
    }

    /// Something was received, whatever it was.
    package mutating func received(at time: Timestamp) -> OnReceived {
        self.lastReceived = time
        guard case .awaiting = self.state else { return .none }
        let timer = self.nextTimer()
        self.state = .watching(timer)
        return .startTimer(timer, after: max(.zero, self.timeLeft(at: time)))
    }

    /// A pong was received; `received` was told before.
    package mutating func ponged(at time: Timestamp) -> OnPong {
        guard let ping = self.unansweredPing else { return .unexpected }
        self.unansweredPing = nil
        return .roundTrip(time.duration(since: ping))
    }

    package mutating func timerFired(_ timer: TimerID, at time: Timestamp) -> OnTimer {
        switch self.state {
        case .idle:
            return .none
        case .watching(let current):
            guard timer == current else { return .none }
            return self.watchAgain(at: time)
        case .awaiting(let current, let since, let extended):
            guard timer == current else { return .none }
            return self.waitEnded(since: since, extended: extended, at: time)
        }
    }

    private mutating func watchAgain(at time: Timestamp) -> OnTimer {
        let left = self.timeLeft(at: time)
        guard left <= .zero else {
            let timer = self.nextTimer()
            self.state = .watching(timer)
            return .startTimer(timer, after: left)
        }
        return .ping(self.beginAwaiting(at: time), after: self.pongTimeout)
    }

    private mutating func beginAwaiting(at time: Timestamp) -> TimerID {
        let timer = self.nextTimer()
        self.lastSent = time
        self.unansweredPing = time
        self.state = .awaiting(timer, since: time, extended: false)
        return timer
    }

    /// A timer that fires long after it was due means that this process did not run (a suspended
    /// machine, a stopped process). What the peer said meanwhile has not been read yet: it gets a
    /// moment to arrive, once.
    private mutating func waitEnded(
        since ping: Timestamp, extended: Bool, at time: Timestamp
    ) -> OnTimer {
        let lateness = time.duration(since: ping) - self.pongTimeout
        guard lateness > Self.grace, !extended else {
            self.ended()
            return .pongMissing(after: self.pongTimeout)
        }
        let timer = self.nextTimer()
        self.state = .awaiting(timer, since: ping, extended: true)
        return .startTimer(timer, after: Self.grace)
    }

    private static let grace = Duration.seconds(1)

    /// How long until the connection has been idle, in one direction or the other, for the timeout.
    private func timeLeft(at time: Timestamp) -> Duration {
        self.activityTimeout - time.duration(since: min(self.lastReceived, self.lastSent))
    }

    private mutating func nextTimer() -> TimerID {
        self.timers += 1
        return TimerID(.liveness, self.timers)
    }
}
