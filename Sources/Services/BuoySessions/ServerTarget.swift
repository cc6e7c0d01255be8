import ArgumentParser
package import BuoyProgramSupport
import BuoyRecordingFiles
import BuoyScripts
package import BuoyServers
package import Channels
package import ChannelsProtocol
package import ChannelsSigning

/// What to connect to: the server that the arguments name, or a sandbox of the program's own.
package struct ServerTarget: Sendable {
    package var options: ChannelsOptions
    package var channels: [ChannelName]
    package var signsIn: Bool
    /// Empty for a host, whose address says enough.
    package var label: String
    var warnings: [String]
    package var sandbox: OwnSandbox?

    package struct OwnSandbox: Sendable {
        package let server: SandboxServer
        package let port: Int
        package var announcement: RunningSandbox?
    }

    package init(
        named arguments: ConnectionArguments, environment: [String: String]
    ) throws {
        var options = try arguments.channelsOptions(environment: environment)
        if options.appKey == SandboxApp.standardKey { options.knownServer = .sandbox }
        self.label =
            switch (arguments.server.chosen.value, options.route.host) {
            case (let server?, _): server.name
            case (nil, .cluster(let cluster)): "cluster \(cluster)"
            case (nil, .host): ""
            }
        self.options = options
        self.channels = try arguments.channels()
        self.signsIn = arguments.identity.signsIn
        self.warnings =
            [arguments.server.environmentWarning.value].compactMap(\.self)
            + arguments.server.warnings(environment: environment) + arguments.identity.warnings
    }

    /// On a free port; the sandbox authorizes the client.
    package init(
        startingSandbox sandboxOptions: SandboxOptions, for arguments: ConnectionArguments
    ) async throws {
        let channels = try arguments.channels()
        let server = SandboxServer(options: sandboxOptions)
        let port = try await server.startOrFail()
        let user: RequestFields = [
            "user_id": arguments.identity.userID ?? "you",
            "user_info": arguments.identity.userInfo ?? #"{"name":"You"}"#,
        ]
        let base = "http://127.0.0.1:\(port)/pusher"
        var options = ChannelsOptions(
            appKey: SandboxApp.standardKey, host: .host("127.0.0.1"), port: port, usesTLS: false,
            authMethod: .endpoint(AuthEndpoint(url: "\(base)/auth", parameters: user)))
        options.adaptToProgram()
        options.userAuthentication = .endpoint(
            AuthEndpoint(url: "\(base)/user-auth", parameters: user))
        options.knownServer = .sandbox
        try arguments.applyTimes(to: &options)
        self.options = options
        self.channels = channels.isEmpty ? SandboxDirectory.demoChannels : channels
        self.signsIn = arguments.identity.signsIn
        self.label = "sandbox"
        self.warnings = []
        self.sandbox = OwnSandbox(server: server, port: port)
    }

    /// Lets other commands on this machine use the sandbox.
    package mutating func announceSandbox(environment: [String: String]) {
        guard let sandbox else { return }
        self.sandbox?.announcement = .announce(
            .standard, port: sandbox.port, environment: environment)
    }

    package static func chosen(
        by arguments: ConnectionArguments, environment: [String: String]
    ) async throws -> ServerTarget {
        arguments.namesServer
            ? try ServerTarget(named: arguments, environment: environment)
            : try await ServerTarget(startingSandbox: SandboxOptions(), for: arguments)
    }

    /// The app's id and secret, for the HTTP API.
    package func app(
        _ arguments: ConnectionArguments, environment: [String: String]
    ) throws -> (id: String?, secret: AppSecret?) {
        if self.sandbox != nil { return (SandboxApp.standard.id, SandboxApp.standard.secret) }
        return (arguments.app?.appID, try arguments.identity.appSecret(environment: environment))
    }

    package var maskedKey: String { Self.masked(key: self.options.appKey) }

    /// The resolved server: `wss://ws.example.com:443, app key abcd…12, authorized by …`.
    package var summary: String {
        let authorization =
            switch self.options.authMethod {
            case .none: "no authorization"
            case .endpoint(let endpoint): "authorized by \(endpoint.shownURL)"
            case .requestBuilder, .authorizer: "authorized by this program"
            case .inline: "signed here with the app's secret"
            }
        return "\(self.options.route.address), app key \(self.maskedKey), \(authorization)"
    }

    /// The first and last characters of an app key, which need not be in every screenshot.
    package static func masked(key: String) -> String {
        key.count > 8 ? "\(key.prefix(4))…\(key.suffix(2))" : "\(key.prefix(2))…"
    }

    /// Includes those about secrets that are sent unencrypted.
    package var allWarnings: [String] {
        self.warnings
            + [
                self.options.authMethod.unencryptedSecrets(usesTLS: self.options.route.usesTLS),
                self.options.userAuthentication.unencryptedSecrets(
                    usesTLS: self.options.route.usesTLS),
            ].compactMap(\.self)
    }
}
