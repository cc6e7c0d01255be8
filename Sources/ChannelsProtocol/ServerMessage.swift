/// Everything a server can say on a connection.
package enum ServerMessage: Hashable, Sendable {
    /// `pusher:connection_established`. Without an `activity_timeout`, or with one that is not a
    /// positive number, the client's own is used.
    case connectionEstablished(SocketID, activityTimeout: Duration?)
    /// `pusher:error`
    case error(ServerError)
    /// `pusher:ping`
    case ping
    /// `pusher:pong`
    case pong
    /// `pusher_internal:subscription_succeeded`; the roster is that of a presence channel.
    case subscriptionSucceeded(ChannelName, roster: Roster?)
    /// `pusher:subscription_error` or `pusher_internal:subscription_error`: not in the protocol's
    /// text, but sent by several servers.
    case subscriptionError(ChannelName, type: String, text: String, status: Int?)
    /// `pusher_internal:member_added`
    case memberAdded(ChannelName, Member)
    /// `pusher_internal:member_removed`
    case memberRemoved(ChannelName, UserID)
    /// `pusher_internal:subscription_count`
    case subscriptionCount(ChannelName, Int)
    /// `pusher:cache_miss`
    case cacheMiss(ChannelName)
    /// `pusher:signin_success`; the user data as the server repeated it.
    case signInSucceeded(userData: String)
    /// `pusher_internal:watchlist_events`
    case watchlist([WatchlistChange])
    /// Any event that is not the protocol's own.
    case event(ChannelEvent)
    /// A `pusher:` or `pusher_internal:` event that this version does not know.
    case unknown(ChannelEvent)
}

/// A `pusher:error`.
package struct ServerError: Hashable, Sendable {
    /// A code of the protocol (4000–4399); some errors carry none.
    package var code: Int?
    /// The server's words; hostile text.
    package var message: String
    /// The channel, where the server names one beside the data.
    package var channel: ChannelName?

    package init(code: Int?, message: String, channel: ChannelName? = nil) {
        self.code = code
        self.message = message
        self.channel = channel
    }
}

/// The members of a presence channel, as a server lists them on subscription.
package struct Roster: Hashable, Sendable {
    /// In the server's order, each user once.
    package var members: [Member]
    /// The number the server says; it may disagree with the list.
    package var claimedCount: Int?

    package init(members: [Member], claimedCount: Int? = nil) {
        self.members = members
        self.claimedCount = claimedCount
    }
}

/// A user who went online or offline.
public struct WatchlistChange: Hashable, Sendable {
    /// `online` or `offline`, as the server wrote it.
    public var name: String
    public var userIDs: [UserID]

    public init(name: String, userIDs: [UserID]) {
        self.name = name
        self.userIDs = userIDs
    }
}
