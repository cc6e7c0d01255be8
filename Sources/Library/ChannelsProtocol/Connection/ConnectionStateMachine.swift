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
        case initialized
        case opening(Outage, Attempt)
        case waiting(Outage, Wait)
        case connected(Connected)
        case failed(ConnectionEnd, since: ChannelsTimestamp)
        case disconnected(since: ChannelsTimestamp)
    }

    /// Since the last stable connection, or since the user asked.
    struct Tries: Hashable, Sendable {
        var attempts = 0
        var retries = 0
        var number = 0
        var delay = Duration.zero
    }

    struct Outage: Hashable, Sendable {
        var since: ChannelsTimestamp
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
        var timeLimit: Duration
        var serverAskedToWait: Bool
    }

    struct Connected: Hashable, Sendable {
        var socket: SocketNumber
        var start: ChannelsTimestamp
        var limit: Duration
        var establishedAt: ChannelsTimestamp
        var establishment: Establishment
        var tries: Tries
        var lastError = ErrorBeforeClose()
    }

    /// Shared by the copies of a machine: a simulation has a hundred thousand.
    private var shared: Shared
    var currentState = State.initialized
    var sockets = 0
    var timers = 0
    var usesTLS: Bool
    var everConnected = false
    var lives = RecentLives()
    /// Which server it seems to be, for advice.
    var server = ServerProfile.Kind.unknown
    var lastHistory: ReconnectionHistory?

    package init(_ options: ClientMachineOptions) {
        self.shared = Shared(options)
        self.usesTLS = options.usesTLS
    }

    private final class Shared: Sendable {
        let options: ClientMachineOptions

        init(_ options: ClientMachineOptions) { self.options = options }
    }

    var options: ClientMachineOptions {
        get { self.shared.options }
        set { self.shared = Shared(newValue) }
    }

    // MARK: State

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

    var intent: ConnectionIntent {
        switch self.currentState {
        case .initialized, .disconnected: .disconnected
        case .opening, .waiting, .connected, .failed: .connected
        }
    }

    var establishment: Establishment? {
        guard case .connected(let connected) = self.currentState else { return nil }
        return connected.establishment
    }

    package var socket: SocketNumber? {
        switch self.currentState {
        case .opening(_, let attempt): attempt.socket
        case .connected(let connected): connected.socket
        case .initialized, .waiting, .failed, .disconnected: nil
        }
    }

    // MARK: Requests of the user

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

    /// A client that gave up tries again, as its user still wants a connection. One that was
    /// refused, or is to come back later, does not: the server was reached, so another network
    /// changes nothing.
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
