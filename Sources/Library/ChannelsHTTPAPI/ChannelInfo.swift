public import ChannelsProtocol

/// A channel attribute to request with `info:`. The raw values are the API's names.
@nonexhaustive
public enum ChannelAttribute: String, Hashable, Sendable, CaseIterable {
    /// The number of users on a presence channel; a user with several connections counts once.
    case userCount = "user_count"
    /// The number of subscribed connections, which the hosted service counts only for
    /// applications that have enabled it.
    case subscriptionCount = "subscription_count"
    /// The last event on a cache channel. Available only from ``ChannelsAPI/channel(_:info:)``.
    case cache
}

/// A server's information about a channel: whether it is occupied, and the requested
/// attributes.
public struct ChannelInfo: Hashable, Sendable {
    /// The channel, with its prefix.
    public let name: ChannelName
    /// Whether anybody is subscribed.
    public let isOccupied: Bool
    /// The number of users; `nil` if it was not requested or not returned.
    public let userCount: Int?
    /// The number of subscriptions; `nil` if it was not requested or not returned.
    public let subscriptionCount: Int?
    /// The last event on a cache channel; `nil` if it was not requested, or does not exist.
    public let cache: Cache?

    /// The last event on a cache channel, which each new subscriber receives.
    public struct Cache: Hashable, Sendable {
        /// The event data, as published; still encrypted on an encrypted channel.
        public let data: EventData
        /// How long the server will keep it; `nil` if the server does not say.
        public let timeToLive: Duration?
    }

    package init(
        name: ChannelName, isOccupied: Bool = true, userCount: Int? = nil,
        subscriptionCount: Int? = nil, cache: Cache? = nil
    ) {
        self.name = name
        self.isOccupied = isOccupied
        self.userCount = userCount
        self.subscriptionCount = subscriptionCount
        self.cache = cache
    }

    /// A channel that a list contains is occupied; others say so.
    init(_ name: ChannelName, _ members: JSONValue.Object) {
        self.init(
            name: name, isOccupied: members["occupied"]?.boolValue ?? true,
            userCount: members[ChannelAttribute.userCount.rawValue]?.intValue,
            subscriptionCount: members[ChannelAttribute.subscriptionCount.rawValue]?.intValue,
            cache: members[ChannelAttribute.cache.rawValue]?.objectValue.flatMap(Cache.init))
    }

    static func list(_ json: JSONValue?) throws(ChannelsAPIError) -> [ChannelInfo] {
        // PHP servers write an empty list as [].
        if let json, json.arrayValue?.isEmpty == true { return [] }
        guard let channels = json?.objectValue else { throw .unusable(json ?? .null, nil) }
        return channels.members.map {
            ChannelInfo(ChannelName(wire: $0.key), $0.value.objectValue ?? JSONValue.Object())
        }.sorted { $0.name < $1.name }
    }

    static func list(
        _ json: JSONValue?, answering channels: [ChannelName]
    ) throws(ChannelsAPIError) -> [ChannelInfo] {
        let answered = Dictionary(
            try Self.list(json ?? []).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        return channels.compactMap { answered[$0] }
    }
}

extension ChannelInfo.Cache {
    /// `nil` if there is no event, which servers write as an empty object.
    fileprivate init?(_ members: JSONValue.Object) {
        guard let data = members["data"] else { return nil }
        self.data = data.stringValue.map { EventData($0) } ?? EventData(json: data)
        self.timeToLive = members["ttl"]?.intValue.map { .seconds($0) }
    }
}
