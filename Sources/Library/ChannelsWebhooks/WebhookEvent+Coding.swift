package import ChannelsProtocol

extension WebhookEvent {
    /// Keeps unknown kinds as they are.
    init(_ json: JSONValue, at place: Int) throws(WebhookError) {
        guard json.objectValue != nil, let name = json["name"]?.stringValue else {
            throw .malformedBody("event \(place) has no name")
        }
        guard let kind = Kind(rawValue: name) else {
            self = .unknown(name: name, fields: json)
            return
        }
        guard let text = json["channel"]?.stringValue else {
            throw .malformedBody("event \(place), \(name), has no channel")
        }
        let channel = ChannelName(wire: text)
        switch kind {
        case .channelOccupied: self = .channelOccupied(channel)
        case .channelVacated: self = .channelVacated(channel)
        case .cacheMiss: self = .cacheMiss(channel)
        case .memberAdded: self = .memberAdded(channel, try Self.user(json, name, place))
        case .memberRemoved: self = .memberRemoved(channel, try Self.user(json, name, place))
        case .subscriptionCount:
            guard let count = json["subscription_count"]?.intValue else {
                throw .malformedBody("event \(place), \(name), has no subscription_count")
            }
            self = .subscriptionCount(channel, count)
        case .clientEvent:
            self = .clientEvent(try WebhookClientEvent(json, channel, at: place))
        }
    }

    private static func user(
        _ json: JSONValue, _ name: String, _ place: Int
    ) throws(WebhookError) -> UserID {
        guard let user = json["user_id"]?.userID else {
            throw .malformedBody("event \(place), \(name), has no user_id")
        }
        return user
    }

    package var json: JSONValue {
        if case .unknown(_, let fields) = self { return fields }
        var members: [JSONValue.Object.Member] = [.init(key: "name", value: .string(self.name))]
        func add(_ key: String, _ value: JSONValue) {
            members.append(.init(key: key, value: value))
        }
        if let channel = self.channel { add("channel", .string(channel.text)) }
        switch self {
        case .channelOccupied, .channelVacated, .cacheMiss, .unknown: break
        case .memberAdded(_, let user), .memberRemoved(_, let user):
            add("user_id", .string(user.text))
        case .subscriptionCount(_, let count): add("subscription_count", .number(String(count)))
        case .clientEvent(let event):
            add("event", .string(event.event.text))
            add("data", .string(event.data))
            if let socketID = event.socketID { add("socket_id", .string(socketID.text)) }
            if let userID = event.userID { add("user_id", .string(userID.text)) }
        }
        return .object(JSONValue.Object(members))
    }
}

extension WebhookClientEvent {
    fileprivate init(
        _ json: JSONValue, _ channel: ChannelName, at place: Int
    ) throws(WebhookError) {
        guard let event = json["event"]?.stringValue else {
            throw .malformedBody("event \(place), client_event, has no event")
        }
        self.init(
            channel: channel, event: EventName(event),
            data: json["data"].map { $0.stringValue ?? $0.compactText } ?? "",
            socketID: json["socket_id"]?.stringValue.flatMap(SocketID.init),
            userID: json["user_id"]?.userID)
    }
}

extension JSONValue {
    fileprivate var userID: UserID? {
        switch self {
        case .string(let text), .number(let text): UserID(text)
        case .null, .bool, .array, .object: nil
        }
    }
}
