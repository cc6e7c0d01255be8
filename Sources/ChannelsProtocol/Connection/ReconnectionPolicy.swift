/// Decides, after each end of a connection or of an attempt, whether and when to try again.
///
/// A policy is a pure function of what happened so far and of one random number, so that it can be
/// tested without time, shown on a screen, and replaced:
/// ```swift
/// let patient = ReconnectionPolicy(name: "every minute") { history, _ in
///     history.end.isRefusal ? .giveUp : .retry(after: .seconds(60), rule: "a minute")
/// }
/// ```
public struct ReconnectionPolicy: Sendable {
    /// The name, for display.
    public var name: String
    /// The most attempts it makes, for display; `nil` when it goes on for ever.
    public var attemptLimit: Int?
    /// How long a connection must have lasted for the counting of attempts to start again.
    public var stableTime: Duration
    /// The time limit of an attempt that was asked for; `nil` takes the client's own.
    public var firstTimeLimit: Duration?

    private let decision: @Sendable (ReconnectionHistory, Double) -> ReconnectionDecision

    /// A policy of one's own.
    /// - Parameter decide: gets the history, and a number drawn from 0..<1 for jitter.
    public init(
        name: String, attemptLimit: Int? = nil, stableTime: Duration = .seconds(30),
        firstTimeLimit: Duration? = nil,
        decide:
            @escaping @Sendable (_ history: ReconnectionHistory, _ chance: Double)
            -> ReconnectionDecision
    ) {
        self.name = name
        self.attemptLimit = attemptLimit
        self.stableTime = stableTime
        self.firstTimeLimit = firstTimeLimit
        self.decision = decide
    }

    /// What to do after the end that the history tells of.
    public func decide(
        after history: ReconnectionHistory, using generator: inout some RandomNumberGenerator
    ) -> ReconnectionDecision {
        self.decision(history, Double.random(in: 0..<1, using: &generator))
    }
}

/// What happened up to the end of a connection or of an attempt.
public struct ReconnectionHistory: Hashable, Sendable {
    /// The number that the next attempt would have, counted from 1 since the last stable
    /// connection, or since the user asked to connect.
    public var attempt: Int
    /// How many retries that would make, this one included. It differs from `attempt` by the first
    /// attempt, which is no retry, when there has been no stable connection.
    public var retry: Int
    /// Whether this client has ever been connected.
    public var everConnected: Bool
    /// Whether it was an established connection that ended, not an attempt.
    public var wasConnected: Bool
    /// How it ended.
    public var end: ConnectionEnd
    /// From the start of the attempt to the end, of the attempt or of the connection it led to.
    public var timeSpent: Duration
    /// Whether TLS was used.
    public var usesTLS: Bool

    public init(
        attempt: Int, retry: Int, everConnected: Bool = false, wasConnected: Bool = false,
        end: ConnectionEnd, timeSpent: Duration = .zero, usesTLS: Bool = false
    ) {
        self.attempt = attempt
        self.retry = retry
        self.everConnected = everConnected
        self.wasConnected = wasConnected
        self.end = end
        self.timeSpent = timeSpent
        self.usesTLS = usesTLS
    }
}

/// What a policy answers.
public enum ReconnectionDecision: Hashable, Sendable {
    /// Try again after a delay. The limit is that of the attempt, `nil` for the client's own; the
    /// rule says why, for display.
    case retry(after: Duration, timeLimit: Duration? = nil, rule: String)
    /// Try again at once, with TLS. When it was in use already this is giving up.
    case switchToTLS
    /// Stop until the user asks to connect.
    case giveUp
}

extension ConnectionEnd {
    /// Whether the same attempt would be refused again: a close code of 4000–4099 or 4300–4399, a
    /// redirection or a request error of HTTP (save those that mean "later"), or settings that
    /// cannot work.
    public var isRefusal: Bool {
        switch self {
        case .closed(let code?, _):
            code.advice == .doNotReconnect || code.advice == .useTLS
        case .failed(let failure):
            failure.kind.isRefusal
        case .closed(nil, _), .timedOut, .pongMissing, .reconnectAsked:
            false
        }
    }
}

extension ConnectFailure.Kind {
    fileprivate var isRefusal: Bool {
        switch self {
        case .refused(status: 408, _), .refused(status: 425, _), .refused(status: 429, _): false
        case .refused(let status, _): (300..<500).contains(status)
        case .settings: true
        case .nameNotResolved, .unreachable, .tls, .protocolViolation: false
        }
    }
}
