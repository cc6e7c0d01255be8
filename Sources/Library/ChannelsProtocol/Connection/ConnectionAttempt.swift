/// An attempt to connect.
public struct ConnectionAttempt: Hashable, Sendable {
    /// Counted from 1 since the last connection, or since the user asked to connect.
    public var number: Int
    /// `ws://host:port`, without the path and the app key.
    public var address: String
    /// Whether it uses TLS.
    public var usesTLS: Bool
    /// The time limit of the whole attempt, up to `pusher:connection_established`.
    public var timeLimit: Duration
    /// Whether the user requested this attempt, so that earlier failures no longer count.
    public var isAsked: Bool
    /// Why it is made early, or although the client had given up; `nil` if it is not.
    public var early: EarlyCause?

    /// Why an attempt is made before it was due.
    public enum EarlyCause: String, Hashable, Sendable {
        /// The network changed, or is reachable again.
        case networkChanged = "network_changed"
        /// The process or the machine was suspended, and runs again.
        case resumed
    }

    /// Creates an attempt for tests.
    public init(
        number: Int, address: String, usesTLS: Bool, timeLimit: Duration, isAsked: Bool = false
    ) {
        self.number = number
        self.address = address
        self.usesTLS = usesTLS
        self.timeLimit = timeLimit
        self.isAsked = isAsked
    }
}

/// The next attempt to connect.
public struct ScheduledRetry: Hashable, Sendable {
    /// The number of the attempt, counted from 1 since the last connection, or since the user asked
    /// to connect.
    public var attempt: Int
    /// How long the client waits before it, counted from this report.
    public var delay: Duration
    /// The maximum number of attempts the policy makes; `nil` for no limit.
    public var attemptLimit: Int?
    /// The name of the policy, and the rule that gave the delay, for display.
    public var rule: String
    /// How long the lost connection was up, if that was short and other short connections were lost
    /// in the minute before: the back-off then continues from there. `nil` if it starts over.
    public var keptAfter: Duration?
    /// The attempts that follow, starting with this one, if each fails at once as the last one
    /// did.
    package var forecast: [RetryForecast]

    /// Creates a retry for tests.
    public init(
        attempt: Int, delay: Duration, attemptLimit: Int? = nil, rule: String,
        keptAfter: Duration? = nil
    ) {
        self.init(
            attempt: attempt, delay: delay, attemptLimit: attemptLimit, rule: rule,
            keptAfter: keptAfter, forecast: [])
    }

    package init(
        attempt: Int, delay: Duration, attemptLimit: Int?, rule: String, keptAfter: Duration? = nil,
        forecast: [RetryForecast]
    ) {
        self.attempt = attempt
        self.delay = delay
        self.attemptLimit = attemptLimit
        self.rule = rule
        self.keptAfter = keptAfter
        self.forecast = forecast
    }
}
