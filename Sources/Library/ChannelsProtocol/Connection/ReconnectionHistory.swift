/// The history up to the end of a connection or attempt, on which a policy bases its decision.
public struct ReconnectionHistory: Hashable, Sendable {
    /// The number of the next attempt, counted from 1 since the last stable connection or the
    /// user's last request to connect.
    public var attempt: Int
    /// The number of retries, including the next attempt. Without a stable connection, this is one
    /// less than `attempt`, because the first attempt is not a retry.
    public var retry: Int
    /// Whether this client has ever been connected.
    public var everConnected: Bool
    /// Whether an established connection ended, rather than an attempt.
    public var wasConnected: Bool
    /// How the connection or attempt ended.
    public var end: ConnectionEnd
    /// The time from the start of the attempt to the end of the attempt or of its connection.
    public var timeSpent: Duration
    /// The time limit of the attempt.
    public var timeLimit: Duration
    /// Whether the WebSocket was opened: the server accepted the upgrade, regardless of later
    /// events.
    public var wasOpened: Bool
    /// Whether TLS was used.
    public var usesTLS: Bool
    /// The number of failed attempts since the last established connection, including this one; 0
    /// if an established connection ended.
    public var failedAttempts: Int
    /// How long the last connection was up; `nil` if there has been none since the user's last
    /// request to connect.
    public var lastConnectionDuration: Duration?
    /// The number of connections in the last minute that ended after less than 5 s: many of
    /// them mean a server that accepts and closes connections.
    public var shortConnectionCount: Int
    /// The delay before the attempt that failed; zero if there wasn't one, or if an established
    /// connection ended.
    public var previousDelay: Duration
    var isGuarded = true

    /// Creates a history for testing a policy; see `ReconnectionPolicy.decide(after:chance:)`.
    /// - Parameters:
    ///   - attempt: the number that the next attempt would have.
    ///   - retry: how many retries there would be, including that one.
    ///   - everConnected: whether this client has ever been connected.
    ///   - wasConnected: whether an established connection ended, rather than an attempt.
    ///   - end: how it ended.
    ///   - timeSpent: from the start of the attempt to the end.
    ///   - timeLimit: the time limit of the attempt.
    ///   - wasOpened: whether the WebSocket was open.
    ///   - usesTLS: whether TLS was used.
    ///   - failedAttempts: how many attempts have failed since the last established connection;
    ///     `nil` derives it from `attempt`.
    ///   - lastConnectionDuration: how long the last connection was up.
    ///   - shortConnectionCount: how many of the connections that ended in the last minute were up
    ///     for less than 5 s.
    ///   - previousDelay: the delay before the attempt that failed.
    public init(
        attempt: Int, retry: Int, everConnected: Bool = false, wasConnected: Bool = false,
        end: ConnectionEnd, timeSpent: Duration = .zero, timeLimit: Duration = .seconds(10),
        wasOpened: Bool = false, usesTLS: Bool = false, failedAttempts: Int? = nil,
        lastConnectionDuration: Duration? = nil, shortConnectionCount: Int = 0,
        previousDelay: Duration = .zero
    ) {
        self.attempt = attempt
        self.retry = retry
        self.everConnected = everConnected
        self.wasConnected = wasConnected
        self.end = end
        self.timeSpent = timeSpent
        self.timeLimit = timeLimit
        self.wasOpened = wasOpened
        self.usesTLS = usesTLS
        self.failedAttempts = failedAttempts ?? (wasConnected ? 0 : max(attempt, 1) - 1)
        self.lastConnectionDuration = lastConnectionDuration
        self.shortConnectionCount = shortConnectionCount
        self.previousDelay = previousDelay
    }

    var brief: String {
        guard self.wasConnected, case .failed(let failure) = self.end.kind,
            failure.kind == .unreachable
        else { return self.end.brief }
        return "connection lost"
    }

    /// Lengthened so that attempts start at least 0.2 s apart, as reconnecting at once floods a
    /// server that refuses at once: pusher-js was seen to connect 340 times per second
    /// (docs/protocol.md, "Closing and reconnecting"). Not at a library's own pace.
    func guarded(_ delay: Duration) -> Duration {
        self.isGuarded ? max(delay, .milliseconds(200) - self.timeSpent, .zero) : max(delay, .zero)
    }
}

/// A policy's decision: to retry, to switch to TLS, or to give up.
///
/// Closed: no case will be added.
public enum ReconnectionDecision: Hashable, Sendable {
    /// Retry after a delay. `timeLimit` is the attempt's limit, `nil` for the client's; `rule`
    /// gives the reason, for display.
    case retry(after: Duration, timeLimit: Duration? = nil, rule: String)
    /// Retry immediately with TLS. If TLS is already in use, this gives up.
    case switchToTLS
    /// Stop until the user asks to connect, or the network becomes reachable. The state becomes
    /// `failed`.
    case giveUp
}

extension ConnectionEnd {
    /// Whether the server asked the client to come back later: 4100–4199, HTTP 429 and 503.
    public var asksToWait: Bool {
        switch self.kind {
        case .closed(let code?, _), .refused(let code?, _): code.advice == .backOff
        case .failed(let failure): failure.kind.asksToWait
        case .closed(nil, _), .refused(nil, _), .timedOut, .pongMissing, .reconnectAsked: false
        }
    }

    /// Whether the same attempt would be refused again: a close code of 4000–4099 or 4300–4399, an
    /// HTTP redirect or client error (except those that mean "later"), or settings that cannot
    /// work.
    public var isRefusal: Bool {
        switch self.kind {
        case .closed(let code?, _), .refused(let code?, _):
            code.advice == .doNotReconnect || code.advice == .useTLS
        case .failed(let failure):
            failure.kind.isRefusal
        case .closed(nil, _), .refused(nil, _), .timedOut, .pongMissing, .reconnectAsked:
            false
        }
    }

    var asksForTLS: Bool { self.closeCode?.advice == .useTLS }

    var isConfigurationError: Bool {
        guard case .failed(let failure) = self.kind else { return false }
        return failure.kind == .settings
    }

    var brief: String {
        switch self.kind {
        case .closed(let code?, _): "close code \(code.rawValue)"
        case .closed(nil, _): "closed without a code"
        case .refused(let code?, _): "refused with \(code.rawValue)"
        case .refused(nil, _): "refused without a code"
        case .failed(let failure): failure.kind.brief
        case .timedOut: "timed out"
        case .pongMissing: "no pong"
        case .reconnectAsked: "asked"
        }
    }
}

extension ConnectFailure.Kind {
    fileprivate var isRefusal: Bool {
        switch self {
        case .httpStatus(408, _), .httpStatus(425, _), .httpStatus(429, _): false
        case .httpStatus(let status, _): (300..<500).contains(status)
        case .settings, .unsafeResponse: true
        case .nameNotResolved, .refused, .unreachable, .proxy, .tls, .protocolViolation: false
        }
    }

    fileprivate var brief: String {
        switch self {
        case .nameNotResolved: "name not resolved"
        case .refused: "connection refused"
        case .unreachable: "unreachable"
        case .proxy: "proxy failed"
        case .tls: "TLS failed"
        case .protocolViolation: "protocol violation"
        case .unsafeResponse: "unsafe response"
        case .settings: "settings"
        case .httpStatus(let status, _): "HTTP \(status)"
        }
    }
}

extension ConnectFailure.Kind {
    fileprivate var asksToWait: Bool {
        switch self {
        case .httpStatus(let status, _): status == 429 || status == 503
        case .nameNotResolved, .refused, .unreachable, .proxy, .tls, .protocolViolation,
            .unsafeResponse, .settings:
            false
        }
    }
}
