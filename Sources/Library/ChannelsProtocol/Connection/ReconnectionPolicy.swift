/// Decides whether and when to try again after a connection or an attempt ends.
///
/// A policy is a pure function of the history and one random number, so it can be tested without
/// time and shown on a screen. Use `.standard`, or a profile that reconnects like another library:
/// `.pusherJS`, `.pusherSwift`, `.libPusher` and others. To write a custom policy, import
/// `ChannelsDiagnostics`. `ChannelsOptions.maximumReconnectAttempts` and its siblings cap every
/// policy.
public struct ReconnectionPolicy: Sendable {
    /// The name, for display. ``ScheduledRetry/rule`` contains it.
    public var name: String
    /// The maximum number of consecutive retries, which is enforced and shown; `nil` for no limit.
    /// A stable connection or a request to connect restarts the count.
    package var attemptLimit: Int?
    var longestDelay: Duration?
    package internal(set) var baseDelay: Duration?
    /// How long a connection must be up to restart the attempt count. After a shorter one, the
    /// count continues.
    package var stableTime: Duration
    /// Whether delays grow with the short connections of the last minute.
    var keepsBackOff = false
    var isGuarded = true
    /// The library's time limit for an attempt, if the rules set none; `nil` for buoy's policies.
    var libraryTimeLimit: Duration?
    /// The time limit for an attempt that the user requested, and for a switch to TLS; `nil` for
    /// the client's own limit.
    package var firstTimeLimit: Duration?

    package typealias Rules =
        @Sendable (ReconnectionHistory, Double, Duration) -> ReconnectionDecision
    private let rules: Rules

    package init(
        name: String, attemptLimit: Int? = nil, longestDelay: Duration? = nil,
        baseDelay: Duration? = nil, stableTime: Duration, firstTimeLimit: Duration? = nil,
        rules: @escaping Rules
    ) {
        self.name = name
        self.attemptLimit = attemptLimit
        self.longestDelay = longestDelay
        self.baseDelay = baseDelay
        self.stableTime = stableTime
        self.firstTimeLimit = firstTimeLimit
        self.rules = rules
    }

    package func decide(
        after history: ReconnectionHistory, using generator: inout some RandomNumberGenerator
    ) -> ReconnectionDecision {
        self.decision(after: history, chance: Double.random(in: 0..<1, using: &generator))
    }

    /// - Parameter chance: a number in 0..<1 that determines the jitter.
    package func decision(
        after history: ReconnectionHistory, chance: Double
    ) -> ReconnectionDecision {
        var history = history
        history.isGuarded = self.isGuarded
        let decision = self.rules(history, chance, self.baseDelay ?? .zero)
        guard decision != .giveUp else { return .giveUp }
        if let limit = self.attemptLimit, history.retry > limit { return .giveUp }
        guard case .retry(let delay, let given, let rule) = decision else { return decision }
        let timeLimit = given ?? (self.isGuarded ? nil : self.libraryTimeLimit)
        guard let longest = self.longestDelay, delay > longest else {
            return .retry(after: delay, timeLimit: timeLimit, rule: rule)
        }
        return .retry(
            after: longest, timeLimit: timeLimit, rule: "\(rule), at most \(longest.inSeconds)s")
    }
}
