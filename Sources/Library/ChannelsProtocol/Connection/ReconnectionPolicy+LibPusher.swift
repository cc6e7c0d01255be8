extension ReconnectionPolicy {
    /// Reconnects like libPusher 1.6: at most 3 times in a row, counted from the last
    /// established connection:
    ///
    /// - never, if this client has not been connected yet;
    /// - immediately after 4200–4299, and when a connection is lost or an attempt fails;
    /// - after the delay (5 s, at least 1 s) if it was closed with 1000, 1001 or no code;
    /// - after the delay times the number of the retry for every other code;
    /// - never after 4000–4099, or after a missing pong: then the library itself disconnects.
    ///
    /// The library would flood a server that establishes a connection and closes it with 4200;
    /// here, such attempts start at least 0.2 s apart. The library's `reconnectDelay` is
    /// `ChannelsOptions.reconnectDelay`.
    public static let libPusher = Self(
        name: "libpusher", attemptLimit: 3, baseDelay: .seconds(5), stableTime: .zero
    ) { history, _, delay in
        guard history.everConnected, !history.end.isConfigurationError else { return .giveUp }
        let delay = max(delay, .seconds(1))
        switch history.end.kind {
        case .failed, .timedOut, .reconnectAsked:
            return Self.retryAtOnce(history)
        case .pongMissing:
            return .giveUp
        case .closed(nil, _), .closed(1000?, _), .closed(1001?, _), .refused(nil, _):
            return .retry(after: delay, rule: "\(history.end.brief): the delay")
        case .closed(let code?, _), .refused(let code?, _):
            switch code.rawValue {
            case 4000...4099: return .giveUp
            case 4200...4299: return Self.retryAtOnce(history)
            default: return Self.linear(delay, history)
            }
        }
    }.attemptsTake(atMost: Self.requestLimit)

    /// The default of `NSURLRequest`, which SocketRocket applies.
    private static let requestLimit = Duration.seconds(60)

    /// Reconnects like libPusher before 1.5 with its default settings: no retries after a loss.
    public static let libPusherClassic = Self.libPusherClassic(reconnectAutomatically: false)

    /// Reconnects like libPusher before 1.5. The first attempt is treated like
    /// any other. Attempts start at least 0.2 s apart. The library's guide does not mention codes;
    /// here, a refusal stops the retries.
    /// - Parameters:
    ///   - reconnectAutomatically: whether it reconnects; the library's default is `false`.
    ///   - delay: the library's `reconnectDelay`.
    public static func libPusherClassic(
        reconnectAutomatically: Bool, delay: Duration = .seconds(5)
    ) -> Self {
        Self(
            name: "libpusher-classic", baseDelay: max(.zero, delay), stableTime: .zero
        ) { history, _, delay in
            guard reconnectAutomatically, !history.end.isRefusal else { return .giveUp }
            return .retry(after: history.guarded(delay), rule: "\(history.end.brief): the delay")
        }.attemptsTake(atMost: Self.requestLimit)
    }

    private static func retryAtOnce(_ history: ReconnectionHistory) -> ReconnectionDecision {
        .retry(
            after: history.wasConnected ? history.guarded(.zero) : .zero,
            rule: "\(history.end.brief): immediately")
    }

    private static func linear(
        _ delay: Duration, _ history: ReconnectionHistory
    ) -> ReconnectionDecision {
        // The limit bounds the factor, also if the limit on attempts was removed.
        let factor = min(max(1, history.retry), 10_000)
        return .retry(after: delay * factor, rule: "\(history.end.brief): \(factor) × the delay")
    }
}
