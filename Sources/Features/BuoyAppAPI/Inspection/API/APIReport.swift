package import BuoyDashboard
package import ChannelsProtocol

package struct APIReport: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        case channels([ListedChannel])
        case users([UserID])
        case connections(Int)
        case history(MissedEvents)
        case done
        case failed(APIFailure)
    }

    let request: APIRequest
    let outcome: Outcome
    let sent: ChannelsTimestamp
    let answered: ChannelsTimestamp

    package init(
        _ request: APIRequest, _ outcome: Outcome, sent: ChannelsTimestamp,
        answered: ChannelsTimestamp
    ) {
        self.request = request
        self.outcome = outcome
        self.sent = sent
        self.answered = answered
    }
}

package struct ListedChannel: Hashable, Sendable {
    let name: ChannelName
    var users: Int?
    var subscriptions: Int?

    package init(_ name: ChannelName, users: Int? = nil, subscriptions: Int? = nil) {
        self.name = name
        self.users = users
        self.subscriptions = subscriptions
    }
}
