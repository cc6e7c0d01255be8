/// The back-off of other systems, to compare with.
///
/// They have no rules for the close codes of Channels, so the protocol's are kept: a refusal
/// (`ConnectionEnd.isRefusal`, such as 4001–4099) stops them, 4000 switches to TLS once, after
/// 4100–4199 the delay is at least a second, and after 4200–4299 the first retry is immediate.
/// Retries count from the last connection. After one that is lost at once, attempts start at
/// least 0.2 s apart. None gives up.
extension ReconnectionPolicy {
    /// Phoenix 1.8: a table of delays, without jitter (`reconnectAfterMs` in
    /// assets/js/phoenix/socket.js).
    package static let phoenix = Self.backOff("phoenix") { history, _ in
        let delays = [10, 50, 100, 150, 200, 250, 500, 1000, 2000]
        let index = history.retryNumber - 1
        return .milliseconds(delays.indices.contains(index) ? delays[index] : 5000)
    }

    /// Socket.IO 4: 1, 2, 4, then 5 s, ± 50% before that limit (`Backoff.duration` in
    /// lib/contrib/backo2.ts of socket.io-client). An attempt may take 20 s.
    ///
    /// There, the first decimal of the random number is the sign of the deviation, so the range has
    /// gaps: 0.55–0.6, 0.65–0.7 … 1.05–1.1 … 1.45–1.5. Here they are in order.
    package static let socketIO = Self.backOff(
        "socket-io", timeLimit: { _ in .seconds(20) }
    ) { history, chance in
        let digit = min((chance * 10).rounded(.down), 9)
        let factor = 0.55 + digit / 10 + (chance * 10 - digit) * 0.05
        return .seconds(min(Self.power(2, history.retryNumber - 1) * factor, 5))
    }

    /// centrifuge-js 5: 0.5 s, and a random part of 0.5, 1, 2 … s; at most 20 s (`backoff` in
    /// src/utils.ts). An attempt may take 5 s.
    package static let centrifuge = Self.backOff(
        "centrifuge", timeLimit: { _ in .seconds(5) }
    ) { history, chance in
        let range = min(Self.power(2, history.retryNumber - 1) / 2, 20)
        return .seconds(min(0.5 + range * chance, 20))
    }

    /// Ably: at once after a loss, then after 15 s × min((n + 2) / 3, 2), less up to 20% (RTB1 and
    /// RTN15a of the features specification). n counts the losses too, as in `notifyState` of
    /// ably-js. After two minutes, Ably's clients are suspended and try every 30 s; here, the
    /// longest delay of RTB1 stays.
    package static let ably = Self.backOff("ably") { history, chance in
        guard !history.wasConnected else { return .zero }
        let growth = min(Double(history.retryNumber + 2) / 3, 2)
        return .seconds(15 * growth * (0.8 + 0.2 * chance))
    }

    /// Action Cable of Rails 7 and 8, whose monitor looks after 6 s × 1.15ⁿ (n at most 10), plus up
    /// to 100% the first time and up to 15% from then on (`getPollInterval` in
    /// connection_monitor.js). An attempt lasts until the next look.
    ///
    /// Here, the first look is counted from the loss. There, it falls anywhere within its interval,
    /// and is left out within 6 s of the loss.
    package static let actionCable = Self.backOff(
        "action-cable", timeLimit: { .seconds(6 * Self.power(1.15, min($0, 10))) }
    ) { history, chance in
        let number = history.retryNumber - 1
        let jitter = number == 0 ? chance : 0.15 * chance
        return history.sinceStart(.seconds(6 * Self.power(1.15, min(number, 10)) * (1 + jitter)))
    }

    /// gRPC: at once after a loss, then 1, 1.6, 2.56 … s after the start of each attempt, at most
    /// 120 s, ± 20% from the second on (doc/connection-backoff.md). An attempt may take 20 s, or as
    /// long as its delay.
    package static let grpc = Self.backOff(
        "grpc", timeLimit: { .seconds(max(min(Self.power(1.6, $0 - 1), 120), 20)) }
    ) { history, chance in
        guard !history.wasConnected else { return .zero }
        let failures = min(max(history.failedAttempts, 1), 64)
        let jitter = failures > 1 ? 0.8 + 0.4 * chance : 1
        return history.sinceStart(.seconds(min(Self.power(1.6, failures - 1), 120) * jitter))
    }

    /// Full jitter: random from 0 to 1, 2, 4 … s, up to 30 s. From the AWS Architecture Blog,
    /// “Exponential Backoff And Jitter” (2015).
    static let awsFull = Self.backOff("aws-full") { history, chance in
        .seconds(Self.awsCap(history) * chance)
    }

    /// Equal jitter: half of 1, 2, 4 … 30 s, and a random part of the other half. Source: see
    /// `awsFull`.
    static let awsEqual = Self.backOff("aws-equal") { history, chance in
        .seconds(Self.awsCap(history) * (0.5 + 0.5 * chance))
    }

    /// Decorrelated jitter: from 1 s to three times the previous delay, at most 30 s. Source: see
    /// `awsFull`.
    package static let awsDecorrelated = Self.backOff("aws-decorrelated") { history, chance in
        let previous = min(max(history.previousDelay, .seconds(1)), .seconds(30)) / .seconds(1)
        return .seconds(min(1 + (previous * 3 - 1) * chance, 30))
    }

    private static func awsCap(_ history: ReconnectionHistory) -> Double {
        min(Self.power(2, history.retryNumber - 1), 30)
    }

    /// - Parameters:
    ///   - timeLimit: by number among the retries; 0 for the first attempt of all.
    ///   - delay: before the rules for codes.
    private static func backOff(
        _ name: String, timeLimit: @escaping @Sendable (Int) -> Duration? = { _ in nil },
        delay: @escaping @Sendable (ReconnectionHistory, Double) -> Duration
    ) -> Self {
        Self(
            name: name, stableTime: .zero, firstTimeLimit: timeLimit(0)
        ) { history, chance, _ in
            if history.end.asksForTLS, !history.usesTLS { return .switchToTLS }
            if history.end.isRefusal { return .giveUp }
            let advice = history.end.closeCode?.advice
            let limit = timeLimit(history.retryNumber)
            if advice == .reconnectAtOnce, history.retryNumber == 1 {
                return .retry(
                    after: history.guarded(.zero), timeLimit: limit,
                    rule: "\(history.brief): first retry, immediate")
            }
            let floor: Duration = advice == .backOff ? .seconds(1) : .zero
            let wait = max(delay(history, chance), floor)
            return .retry(
                after: history.wasConnected ? history.guarded(wait) : wait, timeLimit: limit,
                rule: "\(history.brief): back-off before retry \(history.retryNumber)")
        }
    }

    /// Needs no mathematics library; at most the 64th power.
    private static func power(_ base: Double, _ exponent: Int) -> Double {
        (0..<min(max(exponent, 0), 64)).reduce(1) { power, _ in power * base }
    }
}

extension ReconnectionHistory {
    /// Counted from 1. Delays no longer grow long before 64.
    fileprivate var retryNumber: Int { min(max(self.retry, 1), 64) }

    /// For a delay that counts from the start of the attempt that failed.
    fileprivate func sinceStart(_ delay: Duration) -> Duration {
        self.wasConnected ? delay : max(.zero, delay - max(.zero, self.timeSpent))
    }
}
