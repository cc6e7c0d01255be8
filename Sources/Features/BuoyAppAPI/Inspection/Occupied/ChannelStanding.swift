import ChannelsEventWords
package import ChannelsProtocol

/// How a listed channel and this client's subscription go together.
package enum ChannelStanding: Hashable, Sendable {
    /// It is no longer listed.
    case vanished(for: Duration)
    /// It was first listed a moment ago.
    case appeared(for: Duration)
    /// It is not subscribed.
    case free
    /// A subscription is requested or being ended.
    case pending
    case failed
    /// It is subscribed, and others may be on it.
    case subscribed
    /// This client is the only subscriber.
    case alone
    /// The server says that others are on it, and nothing has been received since it was
    /// subscribed.
    case silent(for: Duration)

    /// What is known of a subscription.
    package struct Subscription: Hashable, Sendable {
        let state: SubscriptionState
        /// When the state started.
        let since: Timestamp
        /// Whether an event was received.
        let hasEvents: Bool

        package init(state: SubscriptionState, since: Timestamp, hasEvents: Bool) {
            self.state = state
            self.since = since
            self.hasEvents = hasEvents
        }
    }

    /// How long a channel counts as new.
    static let noticeable = Duration.seconds(10)
    /// How long nothing may be received before that is worth mentioning.
    static let patience = Duration.seconds(10)

    package init(
        _ row: OccupiedChannels.Row, _ subscription: Subscription?, at now: Timestamp
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

    /// The standing in a few words; empty for a channel that is simply listed.
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

    /// A sentence for a standing that needs one; `nil` for the others.
    package var sentence: String? {
        guard case .silent(let time) = self else { return nil }
        return "occupied according to the server, but nothing received for "
            + "\(Figures.duration(time))"
    }
}
