import ChannelsProtocol
import ChannelsSigning

extension SandboxRoutes {
    func listChannels(
        _ call: HTTPAPICall, _ hub: SandboxHub, _ now: Duration
    ) throws(RouteRefusal) -> JSONValue {
        try Self.allow("GET", call.request)
        try call.allow(parameters: ["filter_by_prefix", "info"])
        let prefix = call.parameters.first("filter_by_prefix") ?? ""
        let attributes = try ChannelAttribute.list(call.parameters.first("info") ?? "")
        try Self.allow(attributes, hub)
        guard !attributes.contains(.userCount) || ChannelKind(prefixOf: prefix).hasMembers else {
            throw .badRequest("user_count needs a filter_by_prefix that starts with presence-")
        }
        let channels = hub.occupiedChannels(withPrefix: prefix).map { name in
            JSONValue.Object.Member(
                key: name.text, value: Self.description(of: name, attributes, hub, now))
        }
        return ["channels": .object(JSONValue.Object(channels))]
    }

    func describeChannel(
        _ text: String, _ call: HTTPAPICall, _ hub: SandboxHub, _ now: Duration
    ) throws(RouteRefusal) -> JSONValue {
        try Self.allow("GET", call.request)
        try call.allow(parameters: ["info"])
        let name = try Self.channel(text)
        let attributes = try ChannelAttribute.list(call.parameters.first("info") ?? "")
        try Self.allow(attributes, hub)
        guard !attributes.contains(.userCount) || name.kind.hasMembers else {
            throw .badRequest("user_count is available for presence channels only")
        }
        let occupied = hub.status(of: name, at: now).isOccupied
        let known = Self.description(of: name, attributes, hub, now).objectValue?.members ?? []
        return .object(
            JSONValue.Object(
                [JSONValue.Object.Member(key: "occupied", value: .bool(occupied))] + known))
    }

    /// The deprecated form of `describeChannel`, with everything that the channel's kind has. The
    /// fields of the old answer are not documented, so they are those of the new one.
    func channelStats(
        _ text: String, _ call: HTTPAPICall, _ hub: SandboxHub, _ now: Duration
    ) throws(RouteRefusal) -> JSONValue {
        let kind = try Self.channel(text).kind
        var attributes: [ChannelAttribute] = kind.hasMembers ? [.userCount] : []
        if hub.countsSubscriptions { attributes.append(.subscriptionCount) }
        let info = RequestParameter("info", attributes.map(\.rawValue).joined(separator: ","))
        try call.allow(parameters: [])
        let infoCall = HTTPAPICall(request: call.request, target: call.target, parameters: [info])
        return try self.describeChannel(text, infoCall, hub, now)
    }

    /// `GET /apps/<id>/connections`, as Reverb answers it.
    func countConnections(
        _ call: HTTPAPICall, _ hub: SandboxHub
    ) throws(RouteRefusal) -> JSONValue {
        try Self.allow("GET", call.request)
        try call.allow(parameters: [])
        return ["connections": .count(hub.connections.count)]
    }

    func listUsers(
        _ text: String, _ call: HTTPAPICall, _ hub: SandboxHub
    ) throws(RouteRefusal) -> JSONValue {
        try Self.allow("GET", call.request)
        try call.allow(parameters: [])
        let name = try Self.channel(text)
        guard name.kind.hasMembers else {
            throw .badRequest("Users are available for presence channels only")
        }
        return ["users": .array(hub.members(of: name).map { ["id": .string($0.id.text)] })]
    }

    static func channel(_ text: String) throws(RouteRefusal) -> ChannelName {
        do { return try ChannelName(text) } catch { throw .badRequest(error.description) }
    }

    static func allow(_ attributes: [ChannelAttribute], _ hub: SandboxHub) throws(RouteRefusal) {
        guard !attributes.contains(.subscriptionCount) || hub.countsSubscriptions else {
            throw .badRequest("Subscription counting is not enabled for this app")
        }
    }

    static func description(
        of name: ChannelName, _ attributes: [ChannelAttribute], _ hub: SandboxHub, _ now: Duration
    ) -> JSONValue {
        let status = hub.status(of: name, at: now)
        var members: [JSONValue.Object.Member] = []
        for attribute in attributes {
            switch attribute {
            case .userCount where name.kind.hasMembers:
                members.append(.init(key: attribute.rawValue, value: .count(status.userCount)))
            case .subscriptionCount:
                members.append(
                    .init(key: attribute.rawValue, value: .count(status.subscriptionCount)))
            case .cache where name.kind.isCache:
                members.append(.init(key: attribute.rawValue, value: Self.cache(status)))
            case .userCount, .cache: break
            }
        }
        return .object(JSONValue.Object(members))
    }

    private static func cache(_ status: ChannelStatus) -> JSONValue {
        guard let cached = status.cached else { return [:] }
        let seconds = Int(clamping: cached.timeToLive.components.seconds)
        return ["data": .string(cached.data.text), "ttl": .count(seconds)]
    }
}

extension JSONValue {
    fileprivate static func count(_ count: Int) -> JSONValue { .number(String(count)) }
}

enum ChannelAttribute: String, Hashable, Sendable, CaseIterable {
    case userCount = "user_count"
    case subscriptionCount = "subscription_count"
    case cache

    /// Parses `user_count,subscription_count`.
    static func list(_ text: String) throws(RouteRefusal) -> [ChannelAttribute] {
        var attributes: [ChannelAttribute] = []
        for word in text.split(separator: ",") {
            guard let attribute = ChannelAttribute(rawValue: String(word)) else {
                throw .badRequest("Unknown info attribute: \(word)")
            }
            if !attributes.contains(attribute) { attributes.append(attribute) }
        }
        return attributes
    }
}
