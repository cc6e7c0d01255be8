extension ReconnectionPolicy {
    /// Reconnects like PusherSwift 10: after 0, 1, 4, 9, 16 … s, at most 120 s, without limit,
    /// counted from the last established connection.
    ///
    /// It has a list of codes instead of ranges: 4000, 4001 and 4003–4009 stop it, 4200–4202
    /// are retried at once, and all others back off, including 4002, 4010, 4210 and 4301. The
    /// library would flood a server that establishes a connection and closes it, or that closes
    /// with 4200; here, such attempts start at least 0.2 s apart.
    ///
    /// The library's `reconnectAttemptsMax` is `ChannelsOptions.maximumReconnectAttempts`, its
    /// `maxReconnectGapInSeconds` is `maximumReconnectDelay`, and `autoReconnect = false` is
    /// ``never``.
    public static let pusherSwift = Self(
        name: "pusher-swift", longestDelay: .seconds(120), stableTime: .zero
    ) { history, _, _ in Self.decideLikePusherSwift(history) }
    // NWWebSocket, which PusherSwift uses, sets no time limit.
    .attemptsTake(atMost: Self.unlimited)

    /// Reconnects like PusherSwift 5: like `.pusherSwift`, but without a maximum delay, and only 6
    /// times.
    public static let pusherSwift5 = Self(
        name: "pusher-swift-5", attemptLimit: 6, stableTime: .zero
    ) { history, _, _ in Self.decideLikePusherSwift(history) }
    // Starscream's `timeoutInterval`.
    .attemptsTake(atMost: .seconds(5))

    /// Reconnects like the Java library: after 1, 4, 9, 16, 25, 30 s, then it gives up, counted
    /// from the last established connection. 4000–4099 stop it; no other code is treated
    /// specially. It sets no time limit on an attempt.
    ///
    /// The library's `setMaxReconnectionAttempts` is
    /// `ChannelsOptions.maximumReconnectAttempts`, and `setMaxReconnectGapInSeconds` is
    /// `maximumReconnectDelay`.
    package static let pusherJava = Self(
        name: "pusher-java", attemptLimit: 6, longestDelay: .seconds(30), stableTime: .zero
    ) { history, _, _ in
        if history.end.isConfigurationError { return .giveUp }
        if let code = history.end.closeCode?.rawValue, (4000...4099).contains(code) {
            return .giveUp
        }
        return .retry(
            after: Self.squaredSeconds(history.retry),
            rule: "\(history.end.brief): \(history.retry)² s")
    }.attemptsTake(atMost: Self.unlimited)

    private static func decideLikePusherSwift(
        _ history: ReconnectionHistory
    ) -> ReconnectionDecision {
        if history.end.isConfigurationError { return .giveUp }
        switch history.end.closeCode?.rawValue {
        case 4000, 4001, 4003, 4004, 4005, 4006, 4007, 4008, 4009:
            return .giveUp
        case 4200, 4201, 4202:
            return .retry(after: history.guarded(.zero), rule: "\(history.end.brief): immediately")
        default:
            let failures = max(1, history.retry) - 1
            let delay = Self.squaredSeconds(failures)
            return .retry(
                after: history.wasConnected ? history.guarded(delay) : delay,
                rule: "\(history.end.brief): \(failures)² s")
        }
    }

    private static func squaredSeconds(_ number: Int) -> Duration {
        let bounded = min(max(0, number), 10_000)
        return .seconds(bounded * bounded)
    }
}
