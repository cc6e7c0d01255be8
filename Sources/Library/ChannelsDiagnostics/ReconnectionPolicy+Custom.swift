public import ChannelsProtocol

extension ReconnectionPolicy {
    /// Creates a custom policy.
    ///
    /// ```swift
    /// let patient = ReconnectionPolicy(name: "every minute") { history, _ in
    ///     history.end.isRefusal ? .giveUp : .retry(after: .seconds(60), rule: "a minute")
    /// }
    /// ```
    /// - Parameters:
    ///   - name: the name shown on screens.
    ///   - attemptLimit: the maximum number of consecutive retries; `nil` for no limit.
    ///   - stableTime: how long a connection must be up to restart the count.
    ///   - firstTimeLimit: the time limit of an attempt that the user requested; `nil` for the
    ///     client's.
    ///   - decide: receives the history, and a random number in 0..<1 for jitter.
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

    /// Returns the decision after the end that the history describes, for one random number.
    /// - Parameters:
    ///   - history: the history up to that end.
    ///   - chance: a number in 0..<1 that determines the jitter; 0 gives the shortest delay.
    public func decide(
        after history: ReconnectionHistory, chance: Double
    ) -> ReconnectionDecision {
        self.decision(after: history, chance: chance)
    }
}
