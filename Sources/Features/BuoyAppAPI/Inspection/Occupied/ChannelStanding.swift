import ChannelsEventWords
package import ChannelsProtocol

package enum ChannelStanding: Hashable, Sendable {
    case vanished(for: Duration)
    case appeared(for: Duration)
    case free
    case pending
    case failed
    case subscribed
    case alone
    /// The server says that others are on it, and nothing has been received since it was
    /// subscribed.
    case silent(for: Duration)

    package struct Subscription: Hashable, Sendable {
        let state: SubscriptionState
        let since: ChannelsTimestamp
        let hasEvents: Bool

        package init(state: SubscriptionState, since: ChannelsTimestamp, hasEvents: Bool) {
            self.state = state
            self.since = since
            self.hasEvents = hasEvents
        }
    }

    static let noticeable = Duration.seconds(10)
    static let patience = Duration.seconds(10)

    package init(
        _ row: OccupiedChannels.Row, _ subscription: Subscription?, at now: ChannelsTimestamp
    ) {
        if let vanished = row.vanished {
            self = .vanished(for: now.duration(since: vanished))
            return
        }
        switch subscription?.state {
        case .subscribed?:
            let since = subscription.map { now.duration(since: $0.since) } ?? .zero
            if row.population == 1 {
                self = .alone
            } else if subscription?.hasEvents == false, since >= Self.patience {
                self = .silent(for: since)
            } else {
                self = .subscribed
            }
        case .requested?, .authorizing?, .subscribing?, .unsubscribing?: self = .pending
        case .failed?: self = .failed
        case .unsubscribed?, nil:
            let age = now.duration(since: row.firstSeen)
            self = row.didAppear && age < Self.noticeable ? .appeared(for: age) : .free
        }
    }

    var words: String {
        switch self {
        case .vanished(let age): "gone \(Figures.duration(age))"
        case .appeared(let age): "new \(Figures.duration(age))"
        case .free: ""
        case .pending: "pending"
        case .failed: "failed"
        case .subscribed: "subscribed"
        case .alone: "only this client"
        case .silent(let time): "nothing received \(Figures.duration(time))"
        }
    }

    package var sentence: String? {
        guard case .silent(let time) = self else { return nil }
        return "occupied according to the server, but nothing received for "
            + "\(Figures.duration(time))"
    }
}
