/// The state of a connection, in the words of pusher-js.
public enum ConnectionState: String, Hashable, Sendable, CaseIterable {
    /// Nothing was asked yet.
    case initialized
    /// An attempt is under way, or the next one is waited for.
    case connecting
    /// The server has given a socket id.
    case connected
    /// Attempts go on, but none has succeeded for 10 s.
    case unavailable
    /// A close code forbids another attempt, or the policy gave up.
    case failed
    /// The user asked for it.
    case disconnected
}

/// What the user wants, whatever the state of the connection is: it survives every failure, and only
/// the user changes it.
public enum ConnectionIntent: String, Hashable, Sendable, CaseIterable {
    /// `connect()` or `reconnect()` was called last.
    case connected
    /// Nothing was asked, or `disconnect()` was called last.
    case disconnected
}

/// From one state to another, and why.
public struct StateChange: Hashable, Sendable {
    public var previous: ConnectionState
    public var current: ConnectionState
    public var cause: StateCause
    /// How long the previous state lasted; zero for the first change, as nobody says when nothing
    /// was asked yet.
    public var duration: Duration
    /// The id of the connection that began or ended with it; `nil` when none did.
    public var socketID: SocketID?

    public init(
        previous: ConnectionState, current: ConnectionState, cause: StateCause,
        duration: Duration = .zero, socketID: SocketID? = nil
    ) {
        self.previous = previous
        self.current = current
        self.cause = cause
        self.duration = duration
        self.socketID = socketID
    }

    /// The close code that caused it, or the code of the `pusher:error` that stood for one.
    public var closeCode: CloseCode? { self.cause.end?.closeCode }
}

/// Why a state changed: exactly one reason per transition.
public enum StateCause: Hashable, Sendable {
    /// `connect()`, `reconnect()` or `disconnect()` was called; or, after the client had given up,
    /// `networkBecameReachable()`.
    case asked
    /// The server established the connection.
    case established(Establishment)
    /// The connection ended, or an attempt did.
    case ended(ConnectionEnd)
    /// No attempt has succeeded for this long.
    case unavailable(after: Duration)
    /// The policy gave up after this many attempts; the last end is told.
    case gaveUp(attempts: Int, ConnectionEnd)

    /// How the connection, or the last attempt, ended; `nil` when none did.
    public var end: ConnectionEnd? {
        switch self {
        case .ended(let end), .gaveUp(_, let end): end
        case .asked, .established, .unavailable: nil
        }
    }
}

/// A connection that was established.
public struct Establishment: Hashable, Sendable {
    public var socketID: SocketID
    /// The server's `activity_timeout`, when it sent a usable one.
    public var serverActivityTimeout: Duration?
    /// The timeout in force: the smaller of the server's and our own.
    public var activityTimeout: Duration
    /// Which attempt succeeded, counted from 1.
    public var attempt: Int

    public init(
        socketID: SocketID, serverActivityTimeout: Duration?, activityTimeout: Duration,
        attempt: Int
    ) {
        self.socketID = socketID
        self.serverActivityTimeout = serverActivityTimeout
        self.activityTimeout = activityTimeout
        self.attempt = attempt
    }
}

/// How a connection, or an attempt at one, ended.
public enum ConnectionEnd: Hashable, Sendable {
    /// The peer closed. The code is the close code, or, when that says nothing, the one of the
    /// `pusher:error` before it (protocol.md 5.3); no code when neither came.
    case closed(CloseCode?, reason: String)
    /// The connection could not be opened, or broke.
    case failed(ConnectFailure)
    /// The time limit of the attempt passed; the phase is where it was stuck.
    case timedOut(phase: String, limit: Duration)
    /// A ping was not answered within this time.
    case pongMissing(after: Duration)
    /// The user asked to reconnect.
    case reconnectAsked

    /// The code, where the server gave one.
    public var closeCode: CloseCode? {
        if case .closed(let code, _) = self { code } else { nil }
    }
}

/// Why a connection could not be opened, or broke, without a close code.
public struct ConnectFailure: Hashable, Sendable {
    public var kind: Kind
    /// A sentence; parts of it may come from the peer.
    public var text: String

    public init(kind: Kind, text: String) {
        self.kind = kind
        self.text = text
    }

    public enum Kind: Hashable, Sendable {
        /// The name does not resolve.
        case nameNotResolved
        /// Refused, unreachable, reset, or lost without a close frame.
        case unreachable
        /// TLS failed: the certificate, or the protocol.
        case tls
        /// The upgrade was answered with this HTTP status.
        case refused(status: Int, retryAfter: Duration?)
        /// The peer does not speak HTTP, WebSocket or Channels as it should.
        case protocolViolation
        /// Our own settings cannot work (a file that cannot be read).
        case settings
    }
}
