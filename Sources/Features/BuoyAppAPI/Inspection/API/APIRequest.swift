package import ChannelsProtocol

package enum APIRequest: Hashable, Sendable {
    case list(Listing)
    case users(of: ChannelName)
    case connections(ConnectionCount.Source)
    case history(HistoryQuestion)
    case publish(Publication)
    case terminate(UserID)

    package struct Listing: Hashable, Sendable {
        /// Required for the number of users.
        let isOfPresence: Bool
        let wantsSubscriptionCounts: Bool

        package init(isOfPresence: Bool = false, wantsSubscriptionCounts: Bool = false) {
            self.isOfPresence = isOfPresence
            self.wantsSubscriptionCounts = wantsSubscriptionCounts
        }
    }
}

package struct Publication: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
        case channels([ChannelName])
        case user(UserID)
    }

    package enum Purpose: Hashable, Sendable {
        case message
        case probe(Int)
    }

    package let target: Target
    package let event: EventName
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
    var words: String {
        switch self {
        case .channels(let channels) where channels.count == 1: channels[0].text
        case .channels(let channels): "\(channels.count) channels"
        case .user(let user): "user \(user.text)"
        }
    }
}

extension APIRequest {
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
