/// The state of a connection, in the words of pusher-js. To know whether the user wants to
/// be connected, see ``ConnectionIntent``.
///
/// Closed: no case will be added.
public enum ConnectionState: String, Hashable, Sendable, CaseIterable {
    /// No connection has been requested yet.
    case initialized
    /// An attempt is in progress, or the next one is scheduled.
    case connecting
    /// The server has established the connection and assigned a socket id.
    case connected
    /// Attempts continue, but none has succeeded within the option `unavailableTimeout`
    /// (default: 10 s).
    case unavailable
    /// A refusal forbids another attempt, or the policy gave up. `failure` says why, and
    /// `connect()` tries again unless the client has stopped.
    case failed
    /// `disconnect()` or `stop()` was called, or the `run()` task was cancelled.
    case disconnected
}

/// Whether the user wants to be connected, regardless of the connection state. Failures do
/// not change it; only the user does.
///
/// Closed: no case will be added.
public enum ConnectionIntent: String, Hashable, Sendable, CaseIterable {
    /// `connect()` or `reconnect()` was called last.
    case connected
    /// `connect()` was never called, or `disconnect()` was called last.
    case disconnected
}

/// A change from one state to another, and its cause: an element of `stateChanges`.
public struct StateChange: Hashable, Sendable {
    /// The state before the change.
    public var previous: ConnectionState
    /// The state since the change.
    public var current: ConnectionState
    /// The cause of the change. Other packages read it with `StateCause(of:)`.
    package var cause: StateCause
    /// How long the previous state lasted; zero for the first change.
    public var duration: Duration
    /// The socket id of the connection that the change established or ended; `nil` if there was
    /// none.
    public var socketID: SocketID?
    /// When the last frame or a clean close arrived on the connection that ended; `nil` if none
    /// ended. Events between then and the end are unknown.
    package var lastReceived: ChannelsTimestamp?
    /// Whether a connection ended with a close frame or a FIN, so everything the peer sent has
    /// arrived. See `ConnectionGap.endedInOrder`.
    package var endedInOrder = false
    /// How long the process or the machine was suspended between that frame and this change; `nil`
    /// without a suspension.
    package var suspended: Duration?

    package init(
        previous: ConnectionState, current: ConnectionState, cause: StateCause,
        duration: Duration = .zero, socketID: SocketID? = nil,
        lastReceived: ChannelsTimestamp? = nil,
        suspended: Duration? = nil
    ) {
        self.suspended = suspended
        self.previous = previous
        self.current = current
        self.cause = cause
        self.duration = duration
        self.socketID = socketID
        self.lastReceived = lastReceived
    }

    /// The close code that caused the change, or the code of the `pusher:error` sent in its place.
    public var closeCode: CloseCode? { self.cause.end?.closeCode }
}

/// Why a state changed; each change has exactly one cause.
@nonexhaustive
public enum StateCause: Hashable, Sendable {
    /// `connect()`, `reconnect()` or `disconnect()` was called; or `networkBecameReachable()`,
    /// after the client had given up.
    case asked
    /// The server established the connection, with these facts.
    case established(Establishment)
    /// The connection or an attempt ended, in this way.
    case ended(ConnectionEnd)
    /// No attempt has succeeded for this long.
    case unavailable(after: Duration)
    /// The policy gave up after this many attempts; with the end of the last one.
    case gaveUp(attempts: Int, ConnectionEnd)

    /// Reads the cause of a change of state.
    public init(of change: StateChange) { self = change.cause }

    /// How the connection or the last attempt ended; `nil` if none did.
    public var end: ConnectionEnd? {
        switch self {
        case .ended(let end), .gaveUp(_, let end): end
        case .asked, .established, .unavailable: nil
        }
    }
}

/// The facts of an established connection: its id, its timeout, and the attempt that led to
/// it.
public struct Establishment: Hashable, Sendable {
    /// The id that the server assigned to the connection.
    public var socketID: SocketID
    /// The server's `activity_timeout`, if it sent a usable one.
    public var serverActivityTimeout: Duration?
    /// The activity timeout in effect: the smaller of the server's and the client's (protocol
    /// 7, "Ping and pong messages").
    public var activityTimeout: Duration
    /// The number of the successful attempt, counted from 1.
    public var attempt: Int
    /// The durations of the attempt's parts, to see what made it slow.
    public var parts: AttemptParts

    /// Creates a connection for tests.
    /// - Parameters:
    ///   - socketID: the id of the connection.
    ///   - serverActivityTimeout: the server's `activity_timeout`, if it sent one.
    ///   - activityTimeout: the timeout in effect.
    ///   - attempt: which attempt succeeded, counted from 1.
    ///   - parts: how long its parts took.
    public init(
        socketID: SocketID, serverActivityTimeout: Duration?, activityTimeout: Duration,
        attempt: Int, parts: AttemptParts = AttemptParts()
    ) {
        self.socketID = socketID
        self.serverActivityTimeout = serverActivityTimeout
        self.activityTimeout = activityTimeout
        self.attempt = attempt
        self.parts = parts
    }
}

/// How this machine's network changed, so that the client acts before a timer would.
@nonexhaustive
public enum NetworkChange: Hashable, Sendable {
    /// There is a new address or default route, or the app reported that the network is reachable.
    case reachable
    /// The machine no longer has this IP address, which the connection used.
    case addressGone(String)
}
