/// The libraries whose delays grow with the square of the attempt.
extension ReconnectionPolicy {
    /// When PusherSwift 10 tries again (protocol.md 5.2, 6.2): after 0, 1, 4, 9, 16 … s, at most
    /// 120 s, for ever, counted from the last established connection.
    ///
    /// It looks codes up in a list, not in ranges: 4000, 4001 and 4003–4009 stop, 4200–4202 are
    /// tried again at once, and everything else backs off, 4002, 4010, 4210 and 4301 too. A server
    /// that establishes a connection and closes it, or closes with 4200, would be stormed: here two
    /// attempts after those start 0.2 s apart at least.
    ///
    /// `reconnectAttemptsMax` is `limited(toAttempts:)`, `maxReconnectGapInSeconds` is
    /// `capped(at:)`, and `autoReconnect = false` is `.never`.
    public static let pusherSwift = Self(
        name: "pusher-swift", longestDelay: .seconds(120), stableTime: .zero
    ) { history, _, _ in Self.decideLikePusherSwift(history) }

    /// When PusherSwift 5 tries again: as `.pusherSwift`, without a cap, and 6 times only.
    public static let pusherSwift5 = Self(
        name: "pusher-swift-5", attemptLimit: 6, stableTime: .zero
    ) { history, _, _ in Self.decideLikePusherSwift(history) }

    /// When the Java library tries again (protocol.md 5.2, 6.4): after 1, 4, 9, 16, 25, 30 s, then it
    /// gives up, counted from the last established connection. 4000–4099 stop; no other code is
    /// special.
    ///
    /// `setMaxReconnectionAttempts` is `limited(toAttempts:)`, `setMaxReconnectGapInSeconds` is
    /// `capped(at:)`.
    public static let pusherJava = Self(
        name: "pusher-java", attemptLimit: 6, longestDelay: .seconds(30), stableTime: .zero
    ) { history, _, _ in
        if history.end.isOurFault { return .giveUp }
        if let code = history.end.closeCode?.rawValue, (4000...4099).contains(code) {
            return .giveUp
        }
        return .retry(
            after: Self.squaredSeconds(history.retry),
            rule: "\(history.end.brief): \(history.retry)² s")
    }

    private static func decideLikePusherSwift(
        _ history: ReconnectionHistory
    ) -> ReconnectionDecision {
        if history.end.isOurFault { return .giveUp }
        switch history.end.closeCode?.rawValue {
        case 4000, 4001, 4003, 4004, 4005, 4006, 4007, 4008, 4009:
            return .giveUp
        case 4200, 4201, 4202:
            return .retry(after: history.guarded(.zero), rule: "\(history.end.brief): at once")
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
