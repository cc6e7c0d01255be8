package import ArgumentParser
package import Channels
internal import NamedServers

/// The arguments for the connection, in the groups of the help.
package struct ConnectionArguments: ParsableArguments {
    @OptionGroup(title: "Server")
    package var server: ServerArguments

    @OptionGroup(title: "User and authorization")
    package var identity: IdentityArguments

    @OptionGroup(title: "TLS and proxies")
    package var route: RouteArguments

    @OptionGroup(title: "Times and reconnection")
    package var timing: TimingArguments

    package init() {}

    package func validate() throws {
        let names =
            self.server.namesOfServerOptions + self.route.namesOfServerOptions
            + self.identity.namesOfServerOptions
        if !self.namesServer, self.server.servers.isEmpty, !names.isEmpty {
            throw ValidationError(
                "\(names.joined(separator: ", ")) needs a server: give --key and --host or "
                    + "--cluster.")
        }
    }

    /// Whether a server was named; otherwise the embedded sandbox is used.
    package var namesServer: Bool { self.server.key != nil }

    /// Identifies an app on a server, for the settings that are kept for it.
    package var serverName: String {
        if let chosen = self.server.chosen.value { return chosen.name }
        guard self.namesServer, let key = self.server.key else { return "sandbox" }
        let scheme = self.route.noTLS ? "ws" : "wss"
        let port = self.server.port ?? (self.route.noTLS ? 80 : 443)
        let path = self.server.path ?? ""
        return "\(scheme)://\(self.server.channelsHost.name):\(port)\(path)/app/\(key)"
    }

    /// The client's options for the named server.
    ///
    /// - Throws: `ValidationError` if arguments contradict each other, or a file cannot be used.
    package func channelsOptions(environment: [String: String]) throws -> ChannelsOptions {
        var options = ChannelsOptions(
            appKey: self.server.key ?? "", host: self.server.channelsHost, port: self.server.port,
            path: self.server.path ?? "", usesTLS: !self.route.noTLS)
        try self.identity.apply(to: &options, environment: environment)
        try self.route.apply(to: &options)
        try self.timing.apply(to: &options)
        return options
    }
}
