package import BuoyDashboard
package import ChannelsProtocol

/// The outcome of a request to the HTTP API.
package struct APIReport: Hashable, Sendable {
    /// What the server answered, or why there is no answer.
    package enum Outcome: Hashable, Sendable {
        case channels([ListedChannel])
        case users([UserID])
        /// How many connections the app has.
        case connections(Int)
        /// The events that were published in a gap.
        case history(MissedEvents)
        /// The request was carried out, and there is nothing to report.
        case done
        case failed(APIFailure)
    }

    let request: APIRequest
    let outcome: Outcome
    /// When the request was made.
    let sent: Timestamp
    /// When the answer was complete.
    let answered: Timestamp

    package init(
        _ request: APIRequest, _ outcome: Outcome, sent: Timestamp, answered: Timestamp
    ) {
        self.request = request
        self.outcome = outcome
        self.sent = sent
        self.answered = answered
    }
}

/// What the API says of an occupied channel.
package struct ListedChannel: Hashable, Sendable {
    let name: ChannelName
    /// The number of users of a presence channel, if it was requested.
    var users: Int?
    /// The number of subscribed connections, if the app counts them and it was requested.
    var subscriptions: Int?

    package init(_ name: ChannelName, users: Int? = nil, subscriptions: Int? = nil) {
        self.name = name
        self.users = users
        self.subscriptions = subscriptions
    }
}
