import ArgumentParser
package import BuoyProgramSupport
import BuoyRecording
import BuoyScripts
package import BuoyServers
package import Channels
package import ChannelsProtocol

/// What to connect to: the server that the arguments name, or a sandbox of the program's own.
package struct ServerTarget: Sendable {
    /// The options of the client.
    package var options: ChannelsOptions
    /// The channels to subscribe to at the start.
    package var channels: [ChannelName]
    /// Whether the user is signed in at the start.
    package var signsIn: Bool
    /// The server in a few words; empty for a host, whose address says enough.
    package var label: String
    /// Warnings before anything is sent, as sentences.
    var warnings: [String]
    /// The program's own sandbox and its port; `nil` if the arguments name a server.
    package var sandbox: OwnSandbox?

    /// A sandbox inside the program.
    package struct OwnSandbox: Sendable {
        package let server: SandboxServer
        package let port: Int
    }

    /// The server that the arguments name.
    ///
    /// - Throws: `ValidationError` if arguments cannot be used.
    package init(
        named arguments: ConnectionArguments, environment: [String: String]
    ) throws {
        var options = try arguments.channelsOptions(environment: environment)
        if options.appKey == SandboxApp.standardKey { options.knownServer = .sandbox }
        if options.holdsSecrets { SecretFile.forbidCoreFiles() }
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

    /// Starts a sandbox with its scenario on a free port, which authorizes the client.
    ///
    /// - Throws: `ValidationError` if arguments cannot be used, `ProgramFailure` if the sandbox
    ///   cannot be started.
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

    /// The server that the arguments name; without one, a sandbox.
    package static func chosen(
        by arguments: ConnectionArguments, environment: [String: String]
    ) async throws -> ServerTarget {
        arguments.namesServer
            ? try ServerTarget(named: arguments, environment: environment)
            : try await ServerTarget(startingSandbox: SandboxOptions(), for: arguments)
    }

    /// The app key as `masked(key:)` shows it.
    package var maskedKey: String { Self.masked(key: self.options.appKey) }

    /// The first and the last characters of an app key. It is public, but need not be in every
    /// screenshot.
    package static func masked(key: String) -> String {
        key.count > 8 ? "\(key.prefix(4))…\(key.suffix(2))" : "\(key.prefix(2))…"
    }

    /// All warnings, those about secrets that are sent unencrypted included.
    package var allWarnings: [String] {
        self.warnings
            + [
                self.options.authMethod.unencryptedSecrets(usesTLS: self.options.route.usesTLS),
                self.options.userAuthentication.unencryptedSecrets(
                    usesTLS: self.options.route.usesTLS),
            ].compactMap(\.self)
    }
}

extension ChannelsOptions {
    /// The secrets that must not be recorded. Fields of authorization requests are recorded only
    /// where the server repeats them, as with the information about a member, so only headers
    /// count.
    var keptSecrets: [[UInt8]] {
        var secrets: [[UInt8]] = []
        if case .inline(let secret, _, _) = self.authMethod { secrets.append(secret.searchedBytes) }
        if case .inline(let secret, _) = self.userAuthentication {
            secrets.append(secret.searchedBytes)
        }
        var headers = self.headers.map(\.value)
        if case .endpoint(let endpoint) = self.authMethod {
            headers += endpoint.headers.map(\.value) + (endpoint.session?.values ?? [])
        }
        if case .endpoint(let endpoint) = self.userAuthentication {
            headers += endpoint.headers.map(\.value) + (endpoint.session?.values ?? [])
        }
        return secrets + headers.flatMap(KnownSecrets.parts(ofHeader:))
    }

    /// Whether any of them may be secret.
    fileprivate var holdsSecrets: Bool {
        if case .none = self.authMethod, case .none = self.userAuthentication,
            self.headers.isEmpty
        {
            return self.route.proxy != .none && self.route.proxy != .environment
        }
        return true
    }
}
