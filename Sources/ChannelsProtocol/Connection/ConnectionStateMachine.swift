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
/// succeeded for long. Every socket and every timer has a number; a report that carries another
/// number than the current one comes too late and is answered with `.none`.
package struct ConnectionStateMachine: Sendable {
    enum State: Hashable, Sendable {
        /// Nothing was asked yet.
        case initialized
        /// A socket is being opened, or is open, and the server has not established the connection.
        case opening(Attempt)
        /// The timer of the next attempt runs. There is no socket.
        case waiting(TimerID, timeLimit: Duration)
        /// The server has given a socket id.
        case connected(Connected)
        /// Given up, after this end. There is no socket and no timer.
        case failed(ConnectionEnd)
        /// The user wants no connection. There is no socket and no timer.
        case disconnected
    }

    struct Attempt: Hashable, Sendable {
        var socket: SocketNumber
        var start: Timestamp
        var limit: Duration
        var limitTimer: TimerID
        var isOpen = false
        /// Where it is, for the text of a time-out.
        var phase = "connecting"
    }

    struct Connected: Hashable, Sendable {
        var socket: SocketNumber
        var start: Timestamp
        var limit: Duration
        var establishedAt: Timestamp
        var establishment: Establishment
    }

    /// The attempt that ended, or that led to the connection which ended.
    struct Tried: Hashable, Sendable {
        var start: Timestamp
        var limit: Duration
        var wasOpened: Bool

        init(_ attempt: Attempt) {
            self.start = attempt.start
            self.limit = attempt.limit
            self.wasOpened = attempt.isOpen
        }

        init(_ connected: Connected) {
            self.start = connected.start
            self.limit = connected.limit
            self.wasOpened = true
        }
    }

    /// The time without a connection, from the wish for one or from a drop.
    struct Outage: Hashable, Sendable {
        var timer: TimerID
        var isUnavailable = false
    }

    /// The state as it was last told.
    struct Told: Hashable, Sendable {
        var state = ConnectionState.initialized
        /// `nil` before the first change.
        var since: Timestamp?
        var socketID: SocketID?
    }

    var options: ClientMachineOptions
    /// What the user wants. Failing and giving up do not change it.
    package internal(set) var intent = ConnectionIntent.disconnected
    var currentState = State.initialized
    var sockets = 0
    var timers = 0
    var usesTLS: Bool
    var everConnected = false
    /// Attempts and retries since the last stable connection, or since the user asked.
    var attempts = 0
    var retries = 0
    var outage: Outage?
    var told = Told()
    var lastError = ErrorBeforeClose()
    /// Whether the last end was the server's wish to be left alone for a while.
    var serverAskedToWait = false

    package init(_ options: ClientMachineOptions) {
        self.options = options
        self.usesTLS = options.usesTLS
    }

    // MARK: What is known

    /// The state, in public words.
    package var state: ConnectionState {
        switch self.currentState {
        case .initialized: .initialized
        case .opening, .waiting: self.outage?.isUnavailable == true ? .unavailable : .connecting
        case .connected: .connected
        case .failed: .failed
        case .disconnected: .disconnected
        }
    }

    /// What the server established; `nil` without a connection.
    package var establishment: Establishment? {
        guard case .connected(let connected) = self.currentState else { return nil }
        return connected.establishment
    }

    /// The socket in use or being opened.
    package var socket: SocketNumber? {
        switch self.currentState {
        case .opening(let attempt): attempt.socket
        case .connected(let connected): connected.socket
        case .initialized, .waiting, .failed, .disconnected: nil
        }
    }

    // MARK: What the user asks

    /// The user wants a connection: one is made, or the next attempt is made now.
    package mutating func connect(at time: Timestamp) -> OnConnect {
        switch self.currentState {
        case .initialized, .failed, .disconnected:
            return .open(self.start(at: time), nil)
        case .waiting(_, let timeLimit):
            return .open(self.open(timeLimit: timeLimit, at: time), nil)
        case .opening, .connected:
            return .none
        }
    }

    /// The user wants a new connection, instead of the present one or of waiting for one.
    package mutating func reconnect(at time: Timestamp) -> OnConnect {
        switch self.currentState {
        case .initialized, .failed, .disconnected, .waiting:
            return .open(self.start(at: time), nil)
        case .opening(let attempt):
            let abandoned = Abandoned(
                closing: self.closing(attempt), attempt: self.attempts, end: .reconnectAsked)
            return .open(self.start(at: time), abandoned)
        case .connected(let connected):
            let abandoned = Abandoned(
                closing: Closing(socket: connected.socket, code: 1000), attempt: nil,
                end: .reconnectAsked)
            return .open(self.start(at: time), abandoned)
        }
    }

    /// The user wants no connection; that stands until they want one again.
    package mutating func disconnect(at time: Timestamp) -> OnDisconnect {
        let closing: Closing?
        switch self.currentState {
        case .disconnected: return .none
        case .initialized, .waiting, .failed: closing = nil
        case .opening(let attempt): closing = self.closing(attempt)
        case .connected(let connected): closing = Closing(socket: connected.socket, code: 1000)
        }
        self.currentState = .disconnected
        self.outage = nil
        return .disconnect(
            Disconnection(
                intent: self.intend(.disconnected), closing: closing,
                change: self.change(because: .asked, at: time)))
    }

    // MARK: What happens to the machine

    /// The network is there again, or another one: a good moment to try. A client that gave up tries
    /// again as if it were asked to connect, as its user still wants a connection. One that was
    /// refused does not, nor one that the server told to come back later: the server was reached, so
    /// no network changes that.
    package mutating func networkBecameReachable(at time: Timestamp) -> OnReturn {
        switch self.currentState {
        case .waiting where self.serverAskedToWait, .initialized, .opening, .disconnected:
            .none
        case .waiting, .connected:
            self.resumed(at: time)
        case .failed(let end):
            end.isRefusal || end.asksToWait ? .none : .open(self.start(at: time))
        }
    }

    /// This process did not run for a while: what it waited for is long due, and what it was
    /// connected to may be gone.
    package mutating func resumed(at time: Timestamp) -> OnReturn {
        switch self.currentState {
        case .waiting(_, let timeLimit): .open(self.open(timeLimit: timeLimit, at: time))
        case .connected: .checkLiveness
        case .initialized, .opening, .failed, .disconnected: .none
        }
    }

    // MARK: What happens to the socket

    /// The opening of a socket has come to another phase.
    package mutating func entered(_ phase: String, _ socket: SocketNumber) {
        guard case .opening(var attempt) = self.currentState, attempt.socket == socket else {
            return
        }
        attempt.phase = phase
        self.currentState = .opening(attempt)
    }

    /// A socket is open: the server speaks next.
    package mutating func opened(_ socket: SocketNumber) -> OnOpened {
        guard case .opening(var attempt) = self.currentState, attempt.socket == socket else {
            return self.socket == socket ? .none : .close(Closing(socket: socket, code: 1000))
        }
        attempt.isOpen = true
        attempt.phase = "waiting for pusher:connection_established"
        self.currentState = .opening(attempt)
        return .none
    }

    /// The server established the connection.
    package mutating func established(
        _ socket: SocketNumber, _ id: SocketID, activityTimeout: Duration?, at time: Timestamp
    ) -> OnEstablished {
        switch self.currentState {
        case .opening(let attempt) where attempt.socket == socket:
            let establishment = self.establishment(id, activityTimeout)
            self.currentState = .connected(
                Connected(
                    socket: socket, start: attempt.start, limit: attempt.limit, establishedAt: time,
                    establishment: establishment))
            self.everConnected = true
            self.outage = nil
            self.lastError = ErrorBeforeClose()
            return .established(
                establishment, self.change(because: .established(establishment), at: time))
        case .connected(let connected) where connected.socket == socket:
            return .again
        case .initialized, .opening, .waiting, .connected, .failed, .disconnected:
            return .none
        }
    }

    /// The server sent an error: it may be what a close without a code means.
    package mutating func errorReceived(_ error: ServerError, at time: Timestamp) {
        self.lastError.received(error, at: time)
    }

    /// The server sent anything else.
    package mutating func otherReceived() {
        self.lastError.forget()
    }

    /// The first message was none that may come first.
    package mutating func violated(
        _ socket: SocketNumber, _ text: String, at time: Timestamp,
        using generator: inout some RandomNumberGenerator
    ) -> OnEnded {
        guard case .opening(let attempt) = self.currentState, attempt.socket == socket else {
            return .none
        }
        let end = ConnectionEnd.failed(ConnectFailure(kind: .protocolViolation, text: text))
        let closing = Closing(socket: socket, code: 1002)
        return self.ended(end, of: Tried(attempt), closing, at: time, using: &generator)
    }

    /// A socket closed, broke, or could not be opened.
    package mutating func closed(
        _ socket: SocketNumber, _ end: ConnectionEnd, at time: Timestamp,
        using generator: inout some RandomNumberGenerator
    ) -> OnEnded {
        switch self.currentState {
        case .opening(let attempt) where attempt.socket == socket:
            let reading = self.lastError.reading(of: end, wasConnected: false, at: time)
            return self.ended(reading, of: Tried(attempt), nil, at: time, using: &generator)
        case .connected(let connected) where connected.socket == socket:
            let reading = self.lastError.reading(of: end, wasConnected: true, at: time)
            return self.ended(reading, of: Tried(connected), nil, at: time, using: &generator)
        case .initialized, .opening, .waiting, .connected, .failed, .disconnected:
            return .none
        }
    }

    /// The peer does not answer pings.
    package mutating func pongMissing(
        after limit: Duration, at time: Timestamp, using generator: inout some RandomNumberGenerator
    ) -> OnEnded {
        guard case .connected(let connected) = self.currentState else { return .none }
        let closing = Closing(socket: connected.socket, code: nil)
        return self.ended(
            .pongMissing(after: limit), of: Tried(connected), closing, at: time,
            using: &generator)
    }

    package mutating func timerFired(
        _ timer: TimerID, at time: Timestamp, using generator: inout some RandomNumberGenerator
    ) -> OnTimer {
        switch timer.purpose {
        case .attemptLimit:
            guard case .opening(let attempt) = self.currentState, attempt.limitTimer == timer else {
                return .none
            }
            return .ended(self.timedOut(attempt, at: time, using: &generator), nil)
        case .retry:
            guard case .waiting(timer, let timeLimit) = self.currentState else { return .none }
            return .open(self.open(timeLimit: timeLimit, at: time))
        case .unavailable:
            return self.becameUnavailable(timer, at: time, using: &generator)
        case .liveness, .subscription, .clientEvents, .decryption, .signIn:
            return .none
        }
    }
}
