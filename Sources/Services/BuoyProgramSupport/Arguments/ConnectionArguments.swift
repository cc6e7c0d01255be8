package import ArgumentParser
import BuoyScripts
package import Channels
package import ChannelsProtocol

/// The arguments for the connection: the groups of a `ConnectingCommand` together.
package struct ConnectionArguments: Sendable {
    /// The server.
    package var server: ServerArguments
    /// The user, and how channels are authorized.
    package var identity: IdentityArguments
    /// TLS, certificates and proxies.
    package var route: RouteArguments
    /// The app's id, for commands that call its HTTP API too.
    package var app: AppIDArguments?
    /// When to try again, for commands that stay connected.
    package var reconnection: ReconnectionArguments?
    /// Timeouts, for commands that stay connected.
    package var timing: TimingArguments?
    /// Channels and client events, for the dashboard.
    package var subscribing: SubscribingArguments?

    /// Puts the groups of a command together.
    package init(
        server: ServerArguments, identity: IdentityArguments, route: RouteArguments,
        app: AppIDArguments? = nil, reconnection: ReconnectionArguments? = nil,
        timing: TimingArguments? = nil, subscribing: SubscribingArguments? = nil
    ) {
        self.server = server
        self.identity = identity
        self.route = route
        self.app = app
        self.reconnection = reconnection
        self.timing = timing
        self.subscribing = subscribing
    }

    /// Checks the arguments that concern several groups, and whether any are missing. Everything
    /// else was checked when its group was parsed.
    ///
    /// - Parameter words: servers of the configuration that are named in the place of a command, as
    ///   in `buoy prod`.
    /// - Throws: `ValidationError` if options need a server, and none is named.
    package func validate(serverWords words: [String] = []) throws {
        // A named server provides the rest, and everything is checked again with it.
        guard self.server.servers.isEmpty, words.isEmpty, self.server.environmentPath == nil
        else { return }
        try self.server.checkComplete()
        try self.identity.checkComplete()
        let names = self.settings.namesOfServerOptions + self.route.namesOfProxyOptions
        if !self.namesServer, !names.isEmpty {
            throw ValidationError(
                "\(names.joined(separator: ", ")) needs a server: use --key and --host or "
                    + "--cluster.")
        }
    }

    /// What is known about the server, and about who connects to it.
    var settings: ServerSettings {
        get {
            var settings = ServerSettings(self.server, self.identity, self.route)
            self.app?.add(to: &settings)
            if let named = self.subscribing?.subscribe, !named.isEmpty {
                settings.channels = named + (settings.channels ?? [])
            }
            return settings
        }
        set {
            self.app?.take(newValue)
            self.subscribing?.subscribe = []
            self.server.take(newValue)
            self.identity.take(newValue)
            self.route.take(newValue)
        }
    }

    /// The groups that features ask for.
    package var groups: [any ParsableArguments & Sendable] {
        [self.identity] + (self.app.map { [$0] } ?? [])
    }

    /// Whether a server was named; otherwise the embedded sandbox is used.
    package var namesServer: Bool { self.server.key != nil }

    /// Identifies an app on a server, for the settings that are kept for it.
    package var serverName: String {
        if let chosen = self.server.chosen.value { return chosen.name }
        guard let key = self.server.key, let place = try? self.settings.place() else {
            return "sandbox"
        }
        return "\(place.address)\(place.path)/app/\(key)"
    }

    /// The channels to subscribe to at the start.
    ///
    /// - Throws: `ValidationError` if one of them is not a name.
    package func channels() throws -> [ChannelName] {
        try ServerArguments.channels(
            in: self.subscribing?.subscribe ?? [], prefix: "--subscribe: ")
            + self.server.channels()
    }

    /// The client's options for the named server.
    ///
    /// - Throws: `ValidationError` if arguments contradict each other, or a file cannot be used.
    package func channelsOptions(environment: [String: String]) throws -> ChannelsOptions {
        var options = ChannelsOptions(
            appKey: self.server.key ?? "", route: try self.route.route(to: self.settings.place()))
        options.adaptToProgram()
        try self.server.applyHandshake(to: &options)
        try self.identity.apply(
            to: &options, usesAPI: self.app?.appID != nil, environment: environment)
        try self.applyTimes(to: &options)
        return options
    }

    /// The secrets in fields of requests, to be kept out of everything written for others.
    package var fieldSecrets: [[UInt8]] {
        get throws { try self.identity.parameterSecrets + self.server.headerSecrets }
    }

    /// Sets the client's options for reconnection, timeouts and limits, which apply to any server.
    ///
    /// - Throws: `ValidationError` if arguments cannot be used.
    package func applyTimes(to options: inout ChannelsOptions) throws {
        try self.reconnection?.apply(to: &options)
        try self.timing?.apply(to: &options)
        try self.subscribing?.apply(to: &options)
    }
}
