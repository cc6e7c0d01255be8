public import ChannelsProtocol

/// An event in a webhook (Pusher's page "Webhooks"). Events of later kinds are `.unknown`.
@nonexhaustive
public enum WebhookEvent: Hashable, Sendable {
    /// The first client subscribed to a channel, so publishing on it reaches somebody.
    case channelOccupied(ChannelName)
    /// The last client left a channel. The service waits up to 3 s before sending this, and does
    /// not send it if a client comes back.
    case channelVacated(ChannelName)
    /// A user joined a presence channel: their first connection subscribed.
    case memberAdded(ChannelName, UserID)
    /// A user left a presence channel: their last connection is gone. This is delayed like
    /// `channelVacated`.
    case memberRemoved(ChannelName, UserID)
    /// A client sent an event to a private or presence channel.
    case clientEvent(WebhookClientEvent)
    /// A client subscribed to a cache channel that has no event, so publish the current value.
    case cacheMiss(ChannelName)
    /// A channel's number of subscriptions changed.
    case subscriptionCount(ChannelName, Int)
    /// An event of an unknown kind, with all its fields as sent.
    case unknown(name: String, fields: JSONValue)

    /// The name of the event's kind, such as `channel_occupied`.
    public var name: String {
        switch self {
        case .channelOccupied: Kind.channelOccupied.rawValue
        case .channelVacated: Kind.channelVacated.rawValue
        case .memberAdded: Kind.memberAdded.rawValue
        case .memberRemoved: Kind.memberRemoved.rawValue
        case .clientEvent: Kind.clientEvent.rawValue
        case .cacheMiss: Kind.cacheMiss.rawValue
        case .subscriptionCount: Kind.subscriptionCount.rawValue
        case .unknown(let name, _): name
        }
    }

    /// The channel that the event is about; `nil` for an unknown event without one.
    public var channel: ChannelName? {
        switch self {
        case .channelOccupied(let channel), .channelVacated(let channel),
            .memberAdded(let channel, _), .memberRemoved(let channel, _), .cacheMiss(let channel),
            .subscriptionCount(let channel, _):
            channel
        case .clientEvent(let event): event.channel
        case .unknown(_, let fields): fields["channel"]?.stringValue.map(ChannelName.init(wire:))
        }
    }

    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case channelOccupied = "channel_occupied"
        case channelVacated = "channel_vacated"
        case memberAdded = "member_added"
        case memberRemoved = "member_removed"
        case clientEvent = "client_event"
        case cacheMiss = "cache_miss"
        case subscriptionCount = "subscription_count"
    }

    package var kind: Kind? { Kind(rawValue: self.name) }
}

/// An event that a client sent to a channel, in a webhook.
public struct WebhookClientEvent: Hashable, Sendable {
    /// The channel, with its prefix.
    public let channel: ChannelName
    /// The event name, with its `client-` prefix.
    public let event: EventName
    /// The data as the client sent it: usually a string that contains JSON.
    public let data: String
    /// The client's connection; `nil` if the id is missing or not a socket id.
    public let socketID: SocketID?
    /// The user who sent it, on presence channels.
    public let userID: UserID?

    /// Creates an event like those in webhooks, for tests.
    public init(
        channel: ChannelName, event: EventName, data: String, socketID: SocketID?,
        userID: UserID? = nil
    ) {
        self.channel = channel
        self.event = event
        self.data = data
        self.socketID = socketID
        self.userID = userID
    }
}

extension WebhookEvent: CustomStringConvertible {
    /// The event on one line. Parts of it come from a client, so it may contain anything.
    public var description: String {
        let channel = self.channel.map { " \($0.text)" } ?? ""
        switch self {
        case .channelOccupied, .channelVacated, .cacheMiss: return "\(self.name)\(channel)"
        case .memberAdded(_, let user), .memberRemoved(_, let user):
            return "\(self.name)\(channel) user \(user)"
        case .subscriptionCount(_, let count): return "\(self.name)\(channel) \(count)"
        case .clientEvent(let event):
            let user = event.userID.map { " user \($0)" } ?? ""
            let socket = event.socketID.map { " from \($0)" } ?? ""
            return "\(self.name)\(channel) \(event.event)\(socket)\(user) \(event.data)"
        case .unknown(_, let fields): return "\(self.name)\(channel) \(fields.description)"
        }
    }
}
