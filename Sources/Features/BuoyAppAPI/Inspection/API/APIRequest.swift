package import ChannelsProtocol

/// A request to the HTTP API of the app (docs/http-api.md). The program sends it, and
/// reports the answer as an `APIReport`.
package enum APIRequest: Hashable, Sendable {
    /// Lists occupied channels.
    case list(Listing)
    /// Lists the users of a presence channel.
    case users(of: ChannelName)
    /// Asks how many connections the app has.
    case connections(ConnectionCount.Source)
    /// Asks which events were published in a gap.
    case history(HistoryQuestion)
    /// Publishes an event, as the app's server would.
    case publish(Publication)
    /// Closes all connections of a signed-in user.
    case terminate(UserID)

    /// Which channels to list, and what to say about each.
    package struct Listing: Hashable, Sendable {
        /// Only presence channels, which is required for the number of users.
        let isOfPresence: Bool
        /// Whether to ask for the number of subscriptions, which an app may not count.
        let wantsSubscriptionCounts: Bool

        package init(isOfPresence: Bool = false, wantsSubscriptionCounts: Bool = false) {
            self.isOfPresence = isOfPresence
            self.wantsSubscriptionCounts = wantsSubscriptionCounts
        }
    }
}

/// An event to publish.
package struct Publication: Hashable, Sendable {
    /// The receivers of an event.
    package enum Target: Hashable, Sendable {
        /// The subscribers of one or more channels.
        case channels([ChannelName])
        /// The connections of a signed-in user.
        case user(UserID)
    }

    /// Why it is published, which decides what the answer is used for.
    package enum Purpose: Hashable, Sendable {
        case message
        /// A measurement: the number of the event.
        case probe(Int)
    }

    package let target: Target
    package let event: EventName
    /// The data as it is sent: JSON, or any other text.
    package let data: String
    let purpose: Purpose

    package init(
        to target: Target, event: EventName, data: String, purpose: Purpose = .message
    ) {
        self.target = target
        self.event = event
        self.data = data
        self.purpose = purpose
    }
}

extension Publication.Target {
    /// `news`, `3 channels`, `user u7`.
    var words: String {
        switch self {
        case .channels(let channels) where channels.count == 1: channels[0].text
        case .channels(let channels): "\(channels.count) channels"
        case .user(let user): "user \(user.text)"
        }
    }
}

extension APIRequest {
    /// A few words for messages about it.
    package var words: String {
        switch self {
        case .list: "list the occupied channels"
        case .users(let channel): "list the users on \(channel.text)"
        case .connections: "count the connections"
        case .history: "request the events missed in a gap"
        case .publish(let publication):
            "publish \(publication.event.text) to \(publication.target.words)"
        case .terminate(let user): "close all connections of \(user.text)"
        }
    }
}
