extension ReconnectionPolicy {
    /// Reconnects like pusher-js 8.
    ///
    /// - A server that cannot be reached gets one attempt in each slot of 15, 30, 60, 60 … s. The
    ///   slot limits the attempt; an attempt that fails early waits for the end of its slot.
    /// - A lost connection is retried after 1 s, and the slots start over. So are 4100–4199 and,
    ///   without limit, a close before the connection is established.
    /// - After 4200–4299 or a missing pong, it reconnects immediately. The library floods a server
    ///   that sends 4200 in the handshake with 340 attempts per second; here, attempts start at
    ///   least 0.2 s apart, as the library does after a close with 4200.
    /// - 4000 switches to TLS immediately; 4001–4099 and codes from 4300 on stop the retries.
    /// - After a first message that it cannot read, the library stops trying and stays
    ///   `unavailable`; this policy gives up. It also gives up after a `pusher:error` with a code
    ///   such as 1013 in the handshake, which leaves the library `connecting`. The library cannot
    ///   read a message without `activity_timeout`; here, such a message is accepted.
    public static let pusherJS = Self(
        name: "pusher-js", stableTime: .zero, firstTimeLimit: PusherJSRules.firstSlot
    ) { history, _, _ in
        if history.end.isConfigurationError { return .giveUp }
        switch history.end.kind {
        case .refused(let code?, _) where PusherJSRules.isUnknown(code):
            return .giveUp
        case .closed(let code?, _), .refused(let code?, _):
            return PusherJSRules.decision(afterCode: code, history)
        case .closed(nil, _), .refused(nil, _): return PusherJSRules.retryInASecond(history)
        case .pongMissing, .reconnectAsked: return PusherJSRules.retryAtOnce(history)
        case .failed, .timedOut: break
        }
        if history.wasConnected { return PusherJSRules.retryInASecond(history) }
        guard history.wasOpened, case .failed(let failure) = history.end.kind else {
            return PusherJSRules.nextSlot(history)
        }
        return [.protocolViolation, .unsafeResponse].contains(failure.kind)
            ? .giveUp : PusherJSRules.retryInASecond(history)
    }
}

private enum PusherJSRules {
    static let firstSlot = Duration.seconds(15)
    static let lastSlot = Duration.seconds(60)

    static func decision(
        afterCode code: CloseCode, _ history: ReconnectionHistory
    ) -> ReconnectionDecision {
        switch code.rawValue {
        case 4000: history.usesTLS ? .giveUp : .switchToTLS
        case 4200...4299: self.retryAtOnce(history)
        case 4001...4099, 4300...: .giveUp
        default: self.retryInASecond(history)
        }
    }

    static func isUnknown(_ code: CloseCode) -> Bool {
        code.rawValue < 4000 && !(1002...1004).contains(code.rawValue)
    }

    static func retryInASecond(_ history: ReconnectionHistory) -> ReconnectionDecision {
        .retry(
            after: .seconds(1), timeLimit: self.firstSlot, rule: "\(history.end.brief): a second")
    }

    static func retryAtOnce(_ history: ReconnectionHistory) -> ReconnectionDecision {
        .retry(
            after: history.guarded(.zero), timeLimit: self.firstSlot,
            rule: "\(history.end.brief): immediately")
    }

    /// The time limit of an attempt is its slot, so the history need not count slots.
    static func nextSlot(_ history: ReconnectionHistory) -> ReconnectionDecision {
        let slot = min(history.timeLimit, self.lastSlot)
        return .retry(
            after: max(.zero, slot - history.timeSpent), timeLimit: min(slot * 2, self.lastSlot),
            rule: "\(history.end.brief): the rest of a \(slot.components.seconds)s slot")
    }
}
