/// Decides, after each end of a connection or of an attempt, whether and when to try again.
///
/// A policy is a pure function of what happened so far and of one random number, so that it can be
/// tested without time, shown on a screen, and replaced:
/// ```swift
/// let patient = ReconnectionPolicy(name: "every minute") { history, _ in
///     history.end.isRefusal ? .giveUp : .retry(after: .seconds(60), rule: "a minute")
/// }
/// ```
/// There is `.standard`, and there are profiles that reconnect when other libraries do: `profiles`
/// lists them. Options change a policy in one respect, and can be combined:
/// ```swift
/// let bounded = ReconnectionPolicy.pusherSwift.withMaximumAttempts(10).withMaximumDelay(.seconds(60))
/// ```
public struct ReconnectionPolicy: Sendable {
    /// The name, for display.
    public var name: String
    /// The most retries in a row, which is enforced and shown; `nil` goes on for ever. A stable
    /// connection, or the user's wish to connect, begins a new row.
    package var attemptLimit: Int?
    /// The longest delay before an attempt; `nil` when the policy's rules set none.
    package internal(set) var longestDelay: Duration?
    /// The delay that the policy's rules build on; `nil` when there is none that could be chosen.
    package internal(set) var baseDelay: Duration?
    /// How long a connection must have lasted for the counting of attempts to start again.
    package var stableTime: Duration
    /// Whether delays grow with the short connections of the last minute.
    var keepsBackOff = false
    /// The time limit of an attempt that was asked for, and of one that TLS was asked for; `nil`
    /// takes the client's own.
    package var firstTimeLimit: Duration?

    /// Answers from the history, the random number and the base delay.
    typealias Rules = @Sendable (ReconnectionHistory, Double, Duration) -> ReconnectionDecision
    private let rules: Rules

    /// A custom policy.
    ///
    /// - Parameters:
    ///   - name: the name shown on screens.
    ///   - attemptLimit: the most retries in a row; `nil` goes on for ever.
    ///   - stableTime: how long a connection must have lasted for the counting to start again.
    ///   - firstTimeLimit: the time limit of an attempt that the user asked for; `nil` uses the
    ///     client's.
    ///   - decide: gets the history, and a number drawn from 0..<1 for jitter.
    public init(
        name: String, attemptLimit: Int? = nil, stableTime: Duration = .seconds(30),
        firstTimeLimit: Duration? = nil,
        decide:
            @escaping @Sendable (_ history: ReconnectionHistory, _ chance: Double)
            -> ReconnectionDecision
    ) {
        self.init(
            name: name, attemptLimit: attemptLimit, stableTime: stableTime,
            firstTimeLimit: firstTimeLimit
        ) { history, chance, _ in decide(history, chance) }
    }

    init(
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

    /// What to do after the end that the history tells of.
    package func decide(
        after history: ReconnectionHistory, using generator: inout some RandomNumberGenerator
    ) -> ReconnectionDecision {
        self.decide(after: history, chance: Double.random(in: 0..<1, using: &generator))
    }

    /// What to do after the end that the history tells of, for one random number.
    /// - Parameters:
    ///   - history: what happened up to that end.
    ///   - chance: from 0 up to 1; the policies of this library draw their jitter from it, and 0
    ///     gives their shortest delay.
    package func decide(
        after history: ReconnectionHistory, chance: Double
    ) -> ReconnectionDecision {
        let decision = self.rules(history, chance, self.baseDelay ?? .zero)
        guard decision != .giveUp else { return .giveUp }
        if let limit = self.attemptLimit, history.retry > limit { return .giveUp }
        guard case .retry(let delay, let timeLimit, let rule) = decision,
            let longest = self.longestDelay, delay > longest
        else { return decision }
        return .retry(
            after: longest, timeLimit: timeLimit, rule: "\(rule), at most \(longest.inSeconds) s")
    }
}
