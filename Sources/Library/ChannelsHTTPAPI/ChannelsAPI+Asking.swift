public import ChannelsProtocol
import ChannelsSigning

extension ChannelsAPI {
    /// Returns the occupied channels, sorted by name (`GET /channels`).
    ///
    /// - Parameters:
    ///   - prefix: the prefix of the names to list, such as `presence-`; empty for all.
    ///   - info: the attributes to request for each channel. `.userCount` requires a prefix
    ///     that starts with `presence-`; `.cache` is not available. The hosted service
    ///     documents only `.userCount`.
    /// - Throws: ``ChannelsAPIError``, of the kind `.invalidRequest` if an attribute is not
    ///   available.
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

    /// Returns the server's information about a channel (`GET /channels/NAME`).
    ///
    /// - Parameters:
    ///   - name: the channel, which need not be occupied.
    ///   - info: the attributes to request. `.userCount` requires a presence channel, `.cache`
    ///     a cache channel, and `.subscriptionCount` an application with subscription counting
    ///     enabled.
    /// - Throws: ``ChannelsAPIError``, of the kind `.invalidRequest` if the channel does not
    ///   have the attribute.
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

    /// Returns the ids of the users on a presence channel (`GET /channels/NAME/users`). The API
    /// does not return their `user_info`.
    ///
    /// - Throws: ``ChannelsAPIError``, of the kind `.invalidRequest` if it is not a presence
    ///   channel.
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

    /// Returns the application's current number of connections, on the server that responds.
    ///
    /// Laravel Reverb and buoy's sandbox support this. Other servers fail with
    /// `ChannelsAPIError.Kind.notFound`.
    public func connectionCount() async throws -> Int {
        let call = APICall("GET", "/connections", purpose: .question)
        let json = try await self.perform(call)
        guard let count = json["connections"]?.intValue, count >= 0 else {
            throw ChannelsAPIError.unusable(json, call)
        }
        return count
    }

    /// Ends all of a signed-in user's connections (`POST /users/ID/terminate_connections`). The
    /// user can connect again, so revoke their access first.
    ///
    /// - Throws: ``ChannelsAPIError``, whose `effect` says whether the server may have acted.
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
    fileprivate var parameters: [RequestParameter] {
        self.isEmpty ? [] : [RequestParameter("info", self.text)]
    }

    var text: String {
        ChannelAttribute.allCases.filter(self.contains).map(\.rawValue).joined(separator: ",")
    }
}
