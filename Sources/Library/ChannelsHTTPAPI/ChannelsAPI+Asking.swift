public import ChannelsProtocol
import ChannelsSigning

extension ChannelsAPI {
    /// The channels that somebody is subscribed to, sorted by name.
    ///
    /// - Parameters:
    ///   - prefix: lists only names that start with it.
    ///   - info: what to ask about each channel. `.userCount` needs a prefix that starts with
    ///     `presence-`; `.cache` is not available. The hosted service documents only `.userCount`.
    public func channels(
        prefix: String = "", info: Set<ChannelAttribute> = []
    ) async throws -> [ChannelInfo] {
        try APILimits.check(prefix: prefix)
        try APILimits.check(info, ofChannelsWithPrefix: prefix)
        var parameters: [RequestParameter] = []
        if !prefix.isEmpty { parameters.append(RequestParameter("filter_by_prefix", prefix)) }
        parameters += info.parameters
        let json = try await self.perform(
            APICall("GET", "/channels", parameters: parameters, purpose: .question))
        return try ChannelInfo.list(json["channels"])
    }

    /// What the server knows about a channel.
    ///
    /// - Parameters:
    ///   - name: the channel; it need not be occupied.
    ///   - info: what to ask. `.userCount` needs a presence channel, `.cache` a cache
    ///     channel, and `.subscriptionCount` an application that counts subscriptions.
    public func channel(
        _ name: some ChannelNameConvertible, info: Set<ChannelAttribute> = []
    ) async throws -> ChannelInfo {
        let name = name.channelName
        try APILimits.check(name)
        try APILimits.check(info, of: name)
        let call = APICall(
            "GET", "/channels/\(APICall.segment(name.text))", parameters: info.parameters,
            purpose: .question, about: [name])
        let json = try await self.perform(call)
        guard let object = json.objectValue else { throw ChannelsAPIError.unusable(json, call) }
        return ChannelInfo(name, object)
    }

    /// The users on a presence channel.
    public func users(
        of channel: some ChannelNameConvertible
    ) async throws -> [UserID] {
        let channel = channel.channelName
        try APILimits.check(channel)
        guard channel.kind.hasMembers else {
            throw ChannelsAPIError.invalid(
                "Only presence channels have users: \(channel) does not start with presence-.")
        }
        let call = APICall(
            "GET", "/channels/\(APICall.segment(channel.text))/users", purpose: .question,
            about: [channel])
        let json = try await self.perform(call)
        guard let users = json["users"]?.arrayValue else {
            throw ChannelsAPIError.unusable(json, call)
        }
        return users.compactMap { user in
            switch user["id"] {
            case .string(let text), .number(let text): UserID(text)
            default: nil
            }
        }
    }

    /// Ends all connections of a signed-in user.
    public func terminateConnections(of user: some UserIDConvertible) async throws {
        let user = user.userID
        try APILimits.check(user)
        _ = try await self.perform(
            APICall(
                "POST", "/users/\(APICall.segment(user.text))/terminate_connections",
                body: Array("{}".utf8), purpose: .terminating))
    }
}

extension Set<ChannelAttribute> {
    /// The parameter `info`, in a fixed order.
    fileprivate var parameters: [RequestParameter] {
        self.isEmpty ? [] : [RequestParameter("info", self.text)]
    }

    /// `user_count,subscription_count`, in a fixed order.
    var text: String {
        ChannelAttribute.allCases.filter(self.contains).map(\.rawValue).joined(separator: ",")
    }
}
