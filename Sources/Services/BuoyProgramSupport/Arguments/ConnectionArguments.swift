package import ArgumentParser
import BuoyScripts
package import Channels
package import ChannelsProtocol

/// The groups of a `ConnectingCommand` together.
package struct ConnectionArguments: Sendable {
    package var server: ServerArguments
    package var identity: IdentityArguments
    package var route: RouteArguments
    package var app: AppIDArguments?
    package var reconnection: ReconnectionArguments?
    package var timing: TimingArguments?
    package var subscribing: SubscribingArguments?

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

    /// Checks across groups, and for missing arguments; each group was checked when parsed.
    package func validate(serverWords words: [String] = []) throws {
        // A named server provides the rest, and everything is checked again with it.
        guard self.server.subjects.isEmpty, words.isEmpty else { return }
        try self.server.checkComplete()
        try self.identity.checkComplete()
        let names = self.settings.namesOfServerOptions + self.route.namesOfProxyOptions
        if !self.namesServer, !names.isEmpty {
            throw ValidationError(
                "\(names.joined(separator: ", ")) needs a server: use --key and --host or "
                    + "--cluster.")
        }
    }

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

    package var groups: [any ParsableArguments & Sendable] {
        [self.identity] + (self.app.map { [$0] } ?? [])
    }

    package var namesServer: Bool { self.server.key != nil }

    /// Identifies an app on a server, for the settings that are kept for it.
    package var serverName: String {
        if let chosen = self.server.chosen.value { return chosen.name }
        guard let key = self.server.key, let place = try? self.settings.place() else {
            return "sandbox"
        }
        return "\(place.address)\(place.path)/app/\(key)"
    }

    package func channels() throws -> [ChannelName] {
        try ServerArguments.channels(
            in: self.subscribing?.subscribe ?? [], prefix: "--subscribe: ")
            + ServerArguments.channels(in: self.subscribing?.names() ?? [])
            + self.server.channels()
    }

    package func channelsOptions(environment: [String: String]) throws -> ChannelsOptions {
        var options = ChannelsOptions(
            appKey: self.server.key ?? "", route: try self.route.route(to: self.settings.place()))
        options.adaptToProgram()
        options.settingWords = .program(environmentFile: self.identity.environmentFile.value)
        try self.server.applyHandshake(to: &options)
        try self.identity.apply(
            to: &options, usesAPI: self.app?.appID != nil, environment: environment)
        try self.applyTimes(to: &options)
        return options
    }

    /// Secrets in fields of requests, to be kept out of everything written for others.
    package var fieldSecrets: [[UInt8]] {
        get throws { try self.identity.parameterSecrets + self.server.headerSecrets }
    }

    package func applyTimes(to options: inout ChannelsOptions) throws {
        try self.reconnection?.apply(to: &options)
        try self.timing?.apply(to: &options)
        try self.subscribing?.apply(to: &options)
    }
}
