/// A connection attempt, reported when it starts: its number, its address and its limit.
public struct ConnectionAttempt: Hashable, Sendable {
    /// The attempt number, counted from 1 since the last connection or the user's last request to
    /// connect.
    public var number: Int
    /// `ws://host:port` or `wss://host:port`, without the path and the app key.
    public var address: String
    /// Whether the attempt uses TLS.
    public var usesTLS: Bool
    /// The time limit of the whole attempt, up to `pusher:connection_established`.
    public var timeLimit: Duration
    /// Whether the user requested this attempt, so that earlier failures no longer count.
    /// `false` for retries.
    public var isAsked: Bool
    /// Why the attempt is made early, or after the client had given up; `nil` for a regular
    /// attempt.
    public var early: EarlyCause?

    /// Why an attempt is made before it is due, or after the client had given up.
    @nonexhaustive
    public enum EarlyCause: String, Hashable, Sendable {
        /// The network changed, or is reachable again.
        case networkChanged = "network_changed"
        /// The process or the machine has resumed after a suspension.
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

/// The next connection attempt, reported when the previous one has ended, for example for a
/// countdown.
public struct ScheduledRetry: Hashable, Sendable {
    /// The attempt number, counted from 1 since the last connection or the user's last request to
    /// connect.
    public var attempt: Int
    /// How long the client waits before the attempt, counted from this report.
    public var delay: Duration
    /// The policy's maximum number of attempts; `nil` for no limit.
    public var attemptLimit: Int?
    /// The name of the policy, and the rule that gave the delay, for display.
    public var rule: String
    /// How long the lost connection was up, if it was short and other short connections were lost
    /// in the preceding minute. The back-off then continues instead of starting over. Otherwise
    /// `nil`.
    package var keptAfter: Duration?
    /// If each attempt fails at once as the last one did.
    package var forecast: [RetryForecast]

    package init(
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
