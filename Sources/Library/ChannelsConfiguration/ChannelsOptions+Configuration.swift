#if Integrations
public import Channels
public import Configuration

extension ChannelsOptions {
    /// Creates options from a configuration, using their names; durations are in seconds.
    ///
    /// ```swift
    /// let config = ConfigReader(provider: EnvironmentVariablesProvider())
    /// let options = try ChannelsOptions(config: config.scoped(to: "channels"))
    /// ```
    /// This reads `CHANNELS_APP_KEY`, `CHANNELS_CLUSTER` and so on. `appKey` and either `cluster`
    /// or `host` are required. Other missing values keep their defaults; an invalid value is an
    /// error.
    ///
    /// Channels are authorized by `authEndpoint`; without one, the client signs with `appSecret`
    /// and `encryptionMasterKey`. Users are authenticated by `userAuthEndpoint`. `authorization` is
    /// the `Authorization` header for both. Secrets and the proxy are read as secrets, so
    /// swift-configuration does not log them. `policy` is the name of a policy, such as `standard`
    /// or `pusher-js`.
    ///
    /// - Throws: `ChannelsError.option`, naming the value that is missing or has the wrong type.
    public init(config: ConfigReader) throws(ChannelsError) {
        let reader = OptionReader(config)
        self.init(appKey: try reader.required("appKey"), route: try reader.route())
        self.tlsPort = try reader.int("tlsPort")
        self.origin = try reader.string("origin")
        try self.readAuthorization(reader)
        try self.readTimes(reader)
        try self.readReconnection(reader)
    }

    private mutating func readAuthorization(_ reader: OptionReader) throws(ChannelsError) {
        let authorization = try reader.string("authorization", isSecret: true)
        func endpoint(_ url: String) -> AuthEndpoint {
            AuthEndpoint(url: url, headers: authorization.map { ["Authorization": $0] } ?? [:])
        }
        if let url = try reader.string("authEndpoint") {
            self.authMethod = .endpoint(endpoint(url))
        } else if let secret = try reader.string("appSecret", isSecret: true) {
            self.authMethod = .inline(secret: AppSecret(secret), masterKey: try reader.masterKey())
        }
        if let url = try reader.string("userAuthEndpoint") {
            self.userAuthentication = .endpoint(endpoint(url))
        }
    }

    private mutating func readTimes(_ reader: OptionReader) throws(ChannelsError) {
        try reader.set(&self.activityTimeout, to: reader.seconds("activityTimeout"))
        try reader.set(&self.pongTimeout, to: reader.seconds("pongTimeout"))
        try reader.set(&self.unavailableTimeout, to: reader.seconds("unavailableTimeout"))
        try reader.set(&self.attemptTimeLimit, to: reader.seconds("attemptTimeLimit"))
        try reader.set(&self.subscriptionTimeLimit, to: reader.seconds("subscriptionTimeLimit"))
        if let limit = try reader.int("clientEventLimit") { self.clientEventLimit = limit }
    }

    private mutating func readReconnection(_ reader: OptionReader) throws(ChannelsError) {
        try reader.set(&self.watchesNetwork, to: reader.bool("watchesNetwork"))
        try reader.set(&self.connectsAutomatically, to: reader.bool("connectsAutomatically"))
        try reader.set(&self.policy, to: reader.policy())
        try reader.set(&self.autoReconnect, to: reader.bool("autoReconnect"))
        self.maximumReconnectAttempts = try reader.int("maximumReconnectAttempts")
        self.maximumReconnectDelay = try reader.seconds("maximumReconnectDelay")
        self.reconnectDelay = try reader.seconds("reconnectDelay")
    }
}
#endif
