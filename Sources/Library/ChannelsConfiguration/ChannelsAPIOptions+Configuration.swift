#if Integrations
public import ChannelsHTTPAPI
public import Configuration

extension ChannelsAPIOptions {
    /// Creates options from a configuration, using their names; durations are in seconds.
    ///
    /// ```swift
    /// let config = ConfigReader(provider: EnvironmentVariablesProvider())
    /// let options = try ChannelsAPIOptions(config: config.scoped(to: "channels"))
    /// ```
    /// `appID`, `appKey`, `appSecret`, and either `cluster` or `host` are required. A client can
    /// use the same configuration. Secrets and the proxy are read as secrets, so
    /// swift-configuration does not log them.
    ///
    /// - Throws: `ChannelsError.option`, naming the value that is missing or has the wrong type.
    public init(config: ConfigReader) throws(ChannelsError) {
        let reader = OptionReader(config)
        self.init(
            appID: try reader.required("appID"), appKey: try reader.required("appKey"),
            secret: AppSecret(try reader.required("appSecret", isSecret: true)),
            route: try reader.route())
        self.encryptionMasterKey = try reader.masterKey()
        try reader.set(&self.timeLimit, to: reader.seconds("timeLimit"))
        try reader.set(&self.maximumConnections, to: reader.int("maximumConnections"))
        try reader.set(&self.maximumDataBytes, to: reader.int("maximumDataBytes"))
        try reader.set(&self.correctsClock, to: reader.bool("correctsClock"))
    }
}
#endif
