/// Decides when to open a socket, when to close it, how long to wait, and when to give up.
///
/// ```
///                connect                 established
/// initialized ───────────▶ opening ─────────────────────▶ connected
///                          ▲     │ ended                      │
///          timer or connect│     ▼                            │ ended
///                          └─ waiting ◀───────────────────────┘
///
/// opening, connected ──ended, and the policy gives up──▶ failed ──connect──▶ opening
/// any ──disconnect──▶ disconnected ──connect──▶ opening
/// waiting, failed without a refusal ──network reachable──▶ opening
/// ```
/// `opening` and `waiting` are both shown as `connecting`, and as `unavailable` once no attempt has
/// succeeded for a while. Every socket and every timer has a number. A report with a number other
/// than the current one is late, and is answered with `.none`.
package struct ConnectionStateMachine: Sendable {
    enum State: Hashable, Sendable {
        /// Not asked to connect yet.
        case initialized
        /// A socket is being opened, or is open, but the server has not established the connection.
        case opening(Outage, Attempt)
        /// The timer for the next attempt is running. There is no socket.
        case waiting(Outage, Wait)
        /// The server has established the connection.
        case connected(Connected)
        /// Given up. There is no socket and no timer.
        case failed(ConnectionEnd, since: ChannelsTimestamp)
        /// The user wants no connection. There is no socket and no timer.
        case disconnected(since: ChannelsTimestamp)
    }

    /// Attempts and retries since the last stable connection, or since the user asked.
    struct Tries: Hashable, Sendable {
        var attempts = 0
        var retries = 0
        /// Attempts since the last connection, stable or not.
        var number = 0
        /// The delay that the policy chose last, since that connection.
        var delay = Duration.zero
    }

    /// The period without a connection, which starts with a request to connect or with a loss.
    struct Outage: Hashable, Sendable {
        /// When the state that is shown started.
        var since: ChannelsTimestamp
        /// The timer that makes the state `unavailable`.
        var timer: TimerID
        var isUnavailable = false
        var tries = Tries()
    }

    struct Attempt: Hashable, Sendable {
        var socket: SocketNumber
        var start: ChannelsTimestamp
        var limit: Duration
        var limitTimer: TimerID
        var isOpen = false
        /// The address in the present part; empty in a part that connects to none.
        var address = ""
        /// Whether an injected fault keeps the present part from ending.
        var isWithheld = false
        var parts = AttemptParts()
        var lastError = ErrorBeforeClose()
    }

    struct Wait: Hashable, Sendable {
        var timer: TimerID
        /// The time limit of the next attempt.
        var timeLimit: Duration
        /// Whether the server asked the client to wait.
        var serverAskedToWait: Bool
    }

    struct Connected: Hashable, Sendable {
        var socket: SocketNumber
        /// When the attempt that led to it started, and its time limit.
        var start: ChannelsTimestamp
        var limit: Duration
        var establishedAt: ChannelsTimestamp
        var establishment: Establishment
        var tries: Tries
        var lastError = ErrorBeforeClose()
    }

    var options: ClientMachineOptions
    var currentState = State.initialized
    /// Kept in every state: the last numbers that were assigned, and what was learnt.
    var sockets = 0
    var timers = 0
    var usesTLS: Bool
    var everConnected = false
    var lives = RecentLives()
    /// Which server it seems to be, for advice.
    var server = ServerProfile.Kind.unknown
    /// What the policy decided about last.
    var lastHistory: ReconnectionHistory?

    package init(_ options: ClientMachineOptions) {
        self.options = options
        self.usesTLS = options.usesTLS
    }

    // MARK: State

    /// The public state.
    package var state: ConnectionState {
        switch self.currentState {
        case .initialized: .initialized
        case .opening(let outage, _), .waiting(let outage, _):
            outage.isUnavailable ? .unavailable : .connecting
        case .connected: .connected
        case .failed: .failed
        case .disconnected: .disconnected
        }
    }

    /// What the user wants. Failures do not change it.
    var intent: ConnectionIntent {
        switch self.currentState {
        case .initialized, .disconnected: .disconnected
        case .opening, .waiting, .connected, .failed: .connected
        }
    }

    /// What the server established; `nil` without a connection.
    var establishment: Establishment? {
        guard case .connected(let connected) = self.currentState else { return nil }
        return connected.establishment
    }

    /// The socket in use or being opened.
    package var socket: SocketNumber? {
        switch self.currentState {
        case .opening(_, let attempt): attempt.socket
        case .connected(let connected): connected.socket
        case .initialized, .waiting, .failed, .disconnected: nil
        }
    }

    // MARK: Requests of the user

    /// The user wants a connection: an attempt starts, or the next one is made now.
    package mutating func connect(at time: ChannelsTimestamp) -> ConnectOutcome {
        switch self.currentState {
        case .initialized, .failed, .disconnected:
            return .open(self.start(at: time), nil)
        case .waiting(let outage, let wait):
            return .open(self.open(outage, timeLimit: wait.timeLimit, at: time), nil)
        case .opening, .connected:
            return .none
        }
    }

    /// The user wants a new connection, in place of the current one or of a scheduled attempt.
    mutating func reconnect(at time: ChannelsTimestamp) -> ConnectOutcome {
        switch self.currentState {
        case .initialized, .failed, .disconnected, .waiting:
            return .open(self.start(at: time), nil)
        case .opening(let outage, let attempt):
            let abandoned = Abandoned(
                closing: Closing(attempt), attempt: outage.tries.number, end: .reconnectAsked)
            return .open(self.start(at: time), abandoned)
        case .connected(let connected):
            let abandoned = Abandoned(
                closing: Closing(socket: connected.socket, code: 1000), attempt: nil,
                end: .reconnectAsked)
            return .open(self.start(at: time), abandoned)
        }
    }

    /// The user wants no connection until they ask for one again.
    mutating func disconnect(at time: ChannelsTimestamp) -> DisconnectOutcome {
        let closing: Closing?
        switch self.currentState {
        case .disconnected: return .none
        case .initialized, .waiting, .failed: closing = nil
        case .opening(_, let attempt): closing = Closing(attempt)
        case .connected(let connected): closing = Closing(socket: connected.socket, code: 1000)
        }
        let before = self.shown
        let changesIntent = self.intent != .disconnected
        self.currentState = .disconnected(since: time)
        return .disconnect(
            Disconnection(
                intent: changesIntent ? .disconnected : nil, closing: closing,
                change: self.change(from: before, because: .asked, at: time)))
    }

    // MARK: Reports

    /// The network is reachable again, or has changed: a good time to try. A client that gave up
    /// tries again as if it were asked to connect, as its user still wants a connection. A client
    /// that was refused does not, nor one that is to come back later: the server was reached,
    /// so another network changes nothing.
    mutating func networkBecameReachable(at time: ChannelsTimestamp) -> ReturnOutcome {
        switch self.currentState {
        case .initialized, .opening, .disconnected:
            .none
        case .waiting(_, let wait):
            wait.serverAskedToWait ? .none : self.returned(.networkChanged, at: time)
        case .connected:
            self.returned(.networkChanged, at: time)
        case .failed(let end, _):
            end.isRefusal || end.asksToWait
                ? .none : .open(self.start(at: time).early(.networkChanged))
        }
    }

    /// The process was suspended for a while: its timers are overdue, and its connection may be
    /// gone.
    mutating func resumed(at time: ChannelsTimestamp) -> ReturnOutcome {
        self.returned(.resumed, at: time)
    }

    private mutating func returned(
        _ cause: ConnectionAttempt.EarlyCause, at time: ChannelsTimestamp
    ) -> ReturnOutcome {
        switch self.currentState {
        case .waiting(let outage, let wait):
            .open(self.open(outage, timeLimit: wait.timeLimit, at: time).early(cause))
        case .connected: .checkLiveness
        case .initialized, .opening, .failed, .disconnected: .none
        }
    }

    package mutating func timerFired(
        _ timer: TimerID, at time: ChannelsTimestamp,
        using generator: inout some RandomNumberGenerator
    ) -> TimerOutcome {
        switch timer.purpose {
        case .attemptLimit:
            guard case .opening(let outage, let attempt) = self.currentState,
                attempt.limitTimer == timer
            else { return .none }
            return .ended(self.timedOut(outage, attempt, at: time, using: &generator), nil)
        case .retry:
            guard case .waiting(let outage, let wait) = self.currentState, wait.timer == timer
            else { return .none }
            return .open(self.open(outage, timeLimit: wait.timeLimit, at: time))
        case .unavailable:
            return self.becameUnavailable(timer, at: time, using: &generator)
        case .liveness, .subscription, .clientEvents, .messageLimit, .serverError, .decryption,
            .signIn:
            return .none
        }
    }
}
