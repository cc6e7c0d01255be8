import ChannelsEventWords
import ChannelsProtocol

/// What several losses have in common, and so what causes them. Losses at random must hardly ever
/// look like a pattern (docs/dev/decisions.md, "Claims about a connection must hold").
package struct LossPattern: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case missingPongs
        case subscribing
        case clientEventSize
        case idleLimit
        case lifetime
    }

    let kind: Kind
    let count: Int
    /// The median of the times; zero for kinds without one.
    let duration: Duration
    /// The smallest client event that ended the connection; zero for other kinds.
    let bytes: Int

    private static let minimum = 3
    /// Shorter times are equal by chance, because connections that fail at once are alike.
    private static let shortest = Duration.seconds(4)

    init?(_ losses: [ConnectionLoss]) {
        let kinds: [(Kind, ([ConnectionLoss], [ConnectionLoss]) -> Finding?)] = [
            (.missingPongs, Self.missingPongs), (.subscribing, Self.subscribing),
            (.clientEventSize, Self.clientEventSize), (.idleLimit, Self.idleLimit),
            (.lifetime, Self.lifetime),
        ]
        for (kind, find) in kinds {
            var count = losses.count
            while count >= Self.minimum {
                if let finding = find(Array(losses.suffix(count)), losses) {
                    self.kind = kind
                    self.count = count
                    self.duration = finding.duration
                    self.bytes = finding.bytes
                    return
                }
                count -= 1
            }
        }
        return nil
    }

    private struct Finding {
        var duration = Duration.zero
        var bytes = 0
    }

    private static func missingPongs(_ losses: [ConnectionLoss], _ all: [ConnectionLoss])
        -> Finding?
    {
        guard losses.allSatisfy({ $0.end.closeCode == 4201 }),
            let time = self.common(losses.map(\.uptime)) ?? self.common(losses.map(\.sentAge))
        else { return nil }
        return Finding(duration: time)
    }

    /// Fewer than four count only if there were no others: connections that last for a second or
    /// two end by chance before an answer.
    private static func subscribing(_ losses: [ConnectionLoss], _ all: [ConnectionLoss])
        -> Finding?
    {
        let isCut = losses.allSatisfy { loss in
            guard let age = loss.subscribingAge, age <= .seconds(1) else { return false }
            return loss.isWithoutCode || loss.end.closeCode == 4301
        }
        guard isCut, losses.count > self.minimum || losses.count == all.count else { return nil }
        return Finding()
    }

    /// All that the connection outlived must be smaller than all that it did not.
    private static func clientEventSize(_ losses: [ConnectionLoss], _ all: [ConnectionLoss])
        -> Finding?
    {
        let sizes = losses.compactMap { $0.isByOthers ? $0.lastSent : nil }
        guard sizes.count == losses.count, let least = sizes.min(),
            all.allSatisfy({ $0.largestOutlived < least })
        else { return nil }
        return Finding(bytes: least)
    }

    private static func idleLimit(_ losses: [ConnectionLoss], _ all: [ConnectionLoss])
        -> Finding?
    {
        guard losses.allSatisfy(\.isWithoutCode),
            let limit = self.common(losses.map(\.burstAge)) ?? self.common(losses.map(\.silence)),
            losses.allSatisfy({ $0.longestSilence <= limit + self.tolerance(limit, of: 5) })
        else { return nil }
        return Finding(duration: limit)
    }

    private static func lifetime(_ losses: [ConnectionLoss], _ all: [ConnectionLoss]) -> Finding? {
        guard let first = losses.first, losses.allSatisfy(\.isByOthers),
            losses.allSatisfy({ $0.end.closeCode == first.end.closeCode }),
            let age = self.common(losses.map(\.uptime))
        else { return nil }
        return Finding(duration: age)
    }

    /// The median of times that are equal; `nil` if they differ.
    private static func common(_ times: [Duration]) -> Duration? {
        let times = times.sorted()
        guard let least = times.first, let most = times.last, least >= self.shortest,
            most - least <= self.tolerance(least, of: times.count)
        else { return nil }
        return times[times.count / 2]
    }

    /// How far equal times may lie apart: the more there are, the less it is chance.
    private static func tolerance(_ time: Duration, of count: Int) -> Duration {
        switch count {
        case ...3: min(max(time / 100, .milliseconds(50)), .milliseconds(500))
        case 4: min(time * 3 / 100, .seconds(1))
        default: min(time / 20, .seconds(1))
        }
    }
}

extension LossPattern {
    /// `5 losses, each after 10.0s without traffic: an idle limit in between; try
    /// --activity-timeout 8, …`
    package var sentence: String { "\(self.count) losses, \(self.conclusion)" }

    private var conclusion: String {
        let time = Figures.preciseDuration(self.duration)
        return switch self.kind {
        case .idleLimit:
            "each after \(time) without traffic: an idle timeout on the path; "
                + "try --activity-timeout \(self.shorterTimeout), or raise the timeout "
                + "(proxy_read_timeout in nginx, timeout tunnel in haproxy)"
        case .lifetime:
            "each \(time) after connecting, regardless of traffic: a connection age "
                + "limit; check the load balancer (backend service timeout in Google Cloud, "
                + "max_connection_duration in Envoy), or look for an expiring token"
        case .missingPongs:
            "each with 4201 after \(time): the server receives no pongs, or counts only messages "
                + "from the client; try --activity-timeout \(min(self.shorterTimeout, 30))"
        case .subscribing:
            "each right after subscribing, before the answer: a message rate limit "
                + "(terminate_on_limit in Laravel Reverb), or a proxy that closes the connection "
                + "on a large message; subscribe to fewer channels, one at a time"
        case .clientEventSize:
            "each after a client event of \(Figures.grouped(self.bytes)) bytes or more; "
                + "smaller ones passed: a size limit (max_message_size in Laravel Reverb); "
                + "send smaller events"
        }
    }

    /// Four fifths of the time, in seconds: a ping has to arrive in time too.
    private var shorterTimeout: Int64 {
        max((self.duration + .milliseconds(500)).components.seconds * 4 / 5, 1)
    }
}
