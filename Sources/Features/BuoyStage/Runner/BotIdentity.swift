import Channels
import ChannelsProtocol

extension ChannelsOptions {
    var botAccess: BotAccess {
        switch self.authMethod {
        case .inline, .endpoint: .available
        case .none, .requestBuilder, .authorizer:
            .missing(
                "Bots require authorization: start buoy with --auth-endpoint or --secret-file, or "
                    + "set BUOY_SECRET.")
        }
    }

    /// After a loss, a bot comes back within a second, so that an audience does not wait.
    ///
    /// - Returns: `nil` if no channel can be signed for another user.
    func forBot(_ connection: BotTroupe.Connection) -> ChannelsOptions? {
        let info: JSONValue = ["name": .string(connection.name), "bot": .bool(true)]
        var options = self
        switch self.authMethod {
        case .inline(let secret, _, let masterKey):
            let user = PresenceUser(id: connection.userID, info: info)
            options.authMethod = .inline(
                secret: secret, user: { _, _ in user }, masterKey: masterKey)
        case .endpoint(var endpoint):
            let names: Set<String> = ["user_id", "user_info"]
            endpoint.parameters =
                endpoint.parameters.filter { !names.contains($0.name) }
                + [
                    RequestField("user_id", connection.userID.text),
                    RequestField("user_info", info.compactText),
                ]
            options.authMethod = .endpoint(endpoint)
        case .none, .requestBuilder, .authorizer: return nil
        }
        options.userAuthentication = .none
        options.clientName = "buoy-bot"
        options.policy = .fixed(.seconds(1))
        options.autoReconnect = true
        options.maximumReconnectAttempts = nil
        options.maximumReconnectDelay = nil
        options.reconnectDelay = nil
        options.logger = nil
        return options
    }
}
