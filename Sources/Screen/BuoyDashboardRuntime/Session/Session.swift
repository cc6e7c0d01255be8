package import ArgumentParser
package import BuoyDashboard
package import BuoyProgramSupport
import BuoyServers
package import BuoySessions
package import Channels
package import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
package import Logging

/// What the dashboard works with: a client and its server, and what else the arguments name.
package struct Session: Sendable {
    /// What a session needs besides the server and who connects to it.
    package struct Settings {
        /// The faults that the arguments plan.
        package var faults = SessionFaults.Plan()
        /// The channels that are subscribed to before those of the arguments, and in place of those
        /// of the demonstration.
        package var channels: [ChannelName] = []
        /// The log of what the client does; `nil` for none.
        package var logger: Logger?
        /// The features, whose services work beside the client.
        package var features: [any Feature.Type] = []
        /// The groups of options of the features, as they were given.
        package var arguments: [any ParsableArguments & Sendable] = []
        /// How much may wait for the screen, or for the reader of lines.
        var limits: ListenerLimits
        /// How recordings are made; whoever asks for one names the file.
        var recording: SessionRecorder.Options

        /// Creates settings for a session that needs nothing else.
        package init(limits: ListenerLimits, recording: SessionRecorder.Options) {
            self.limits = limits
            self.recording = recording
        }
    }

    /// The client and its server.
    package let server: ServerSession
    /// The channels offered for completion.
    let knownChannels: [String]
    /// Values that must not appear in anything written for others.
    package let secrets: [[UInt8]]

    /// What works for features.
    let services: FeatureServices

    /// How recordings are made; whoever asks for one names the file.
    let recording: SessionRecorder.Options

    /// The user on presence channels, who may be renamed.
    let user: SessionUser
    /// Asks buoy's sandbox for what only it offers.
    let sandboxRequest: SandboxRequest

    /// Creates the client, and the sandbox if no server is named. Nothing is connected yet.
    ///
    /// - Throws: `ValidationError` if arguments cannot be used, `ProgramFailure` if the sandbox
    ///   cannot be started.
    package static func start(
        _ arguments: ConnectionArguments, _ settings: Settings, environment: [String: String]
    ) async throws -> Session {
        guard arguments.namesServer else {
            return try await Self.startSandbox(arguments, settings, environment: environment)
        }
        var target = try ServerTarget(named: arguments, environment: environment)
        target.channels = settings.channels + target.channels
        let secret = try arguments.identity.appSecret(environment: environment)
        if secret != nil { SecretFile.forbidCoreFiles() }
        var server = ComingServer(
            appKey: target.options.appKey, appSecret: secret, arguments: settings.arguments)
        let services = try await FeatureServices(settings.features, before: &server)
        return try await Session(
            target, settings, services, arguments, environment: environment,
            extraSecrets: try arguments.fieldSecrets
                + (secret.map { [$0.searchedBytes] } ?? []))
    }

    /// Starts a sandbox, as the features want it.
    private static func startSandbox(
        _ arguments: ConnectionArguments, _ settings: Settings, environment: [String: String]
    ) async throws -> Session {
        let options = SandboxOptions()
        var server = ComingServer(
            appKey: SandboxApp.standardKey, appSecret: SandboxApp.standard.secret,
            sandbox: options, arguments: settings.arguments)
        let services = try await FeatureServices(settings.features, before: &server)
        var target = try await ServerTarget(
            startingSandbox: server.sandbox ?? options, for: arguments)
        // Whoever brings channels has the sandbox for them: those of the demonstration would only
        // be noise.
        if !settings.channels.isEmpty {
            target.channels = settings.channels + (try arguments.channels())
        }
        return try await Session(
            target, settings, services, arguments, environment: environment,
            extraSecrets: [SandboxApp.standard.secret.searchedBytes])
    }

    private init(
        _ target: ServerTarget, _ settings: Settings, _ services: FeatureServices,
        _ connection: ConnectionArguments, environment: [String: String],
        extraSecrets: [[UInt8]]
    ) async throws {
        var target = target
        target.options.logger = settings.logger
        self.user = SessionUser(in: &target.options)
        self.server = try ServerSession(
            target, faults: settings.faults, limits: settings.limits,
            secrets: extraSecrets)
        var services = services
        try await services.add(
            of: settings.features,
            for: WatchedSubject(
                client: self.server.client, options: target.options,
                sandboxPort: target.sandbox?.port,
                arguments: settings.arguments + connection.groups,
                environment: environment))
        self.services = services
        self.secrets = target.options.secretBytes + extraSecrets
        self.recording = settings.recording
        let options = target.options
        self.knownChannels =
            target.sandbox == nil ? [] : SandboxDirectory.entries.map(\.channel.text)
        self.sandboxRequest = SandboxRequest(try options.route.origin())
    }

    /// The client.
    var client: ChannelsClient { self.server.client }
    /// All reports of the client, from before its first action.
    var events: ClientStream<[ClientReport]> { self.server.events }
    var faults: SessionFaults { self.server.faults }
    /// Records what the client reports.
    package var recorder: SessionRecorder { self.server.recorder }
    var maskedKey: String { self.server.target.maskedKey }
    /// The name of the server.
    package var serverLabel: String { self.server.target.label }
    var address: String { self.options.route.address }
    var usesTLS: Bool { self.options.route.usesTLS }
    /// Whether private channels can be authorized.
    var authorizes: Bool {
        if case .none = self.server.target.options.authMethod { false } else { true }
    }
    /// The options of the client.
    var options: ChannelsOptions { self.server.target.options }
    /// The maximum number of client events per second; `nil` for no limit.
    var clientEventLimit: Int? { self.options.clientEventLimit }
    /// The name of the reconnection policy at the start.
    var policy: String { self.options.effectivePolicy.name }
    /// Whether the server is a sandbox of buoy, this program's own or another one.
    var isSandbox: Bool { self.options.knownServer == .sandbox }
    /// Warnings before anything is sent, as sentences.
    package var warnings: [String] { self.server.target.allWarnings }
    /// Whether it is connected to the program's own sandbox.
    var isDemonstration: Bool { self.server.target.sandbox != nil }

    /// Runs the client until it is stopped.
    package func run() async { await self.server.run() }

    /// Disconnects, and stops the sandbox.
    package func stop() async {
        await self.server.stop()
    }
}

extension ChannelsOptions {
    /// The secrets, and the fields of authorization requests, which may be secrets. Short strings
    /// are left out, because they would match everywhere.
    fileprivate var secretBytes: [[UInt8]] {
        var secrets: [[UInt8]] = []
        var endpoints: [AuthEndpoint] = []
        if case .inline(let secret, _, _) = self.authMethod { secrets.append(secret.searchedBytes) }
        if case .endpoint(let endpoint) = self.authMethod { endpoints.append(endpoint) }
        if case .inline(let secret, _) = self.userAuthentication {
            secrets.append(secret.searchedBytes)
        }
        if case .endpoint(let endpoint) = self.userAuthentication { endpoints.append(endpoint) }
        let fields = endpoints.flatMap { $0.parameters + $0.headers }.map(\.value)
        let cookies = endpoints.flatMap { $0.session?.values ?? [] }
        return (secrets + (fields + cookies).map { Array($0.utf8) }).filter { $0.count >= 8 }
    }
}
