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

package struct Session: Sendable {
    package struct Settings {
        package var faults = SessionFaults.Plan()
        package var channels: [ChannelName] = []
        package var logger: Logger?
        package var features: [any Feature.Type] = []
        package var arguments: [any ParsableArguments & Sendable] = []
        var limits: ListenerLimits
        var recording: SessionRecorder.Options

        package init(limits: ListenerLimits, recording: SessionRecorder.Options) {
            self.limits = limits
            self.recording = recording
        }
    }

    package let server: ServerSession
    let knownChannels: [String]
    /// Values that must not appear in anything written for others.
    package let secrets: [[UInt8]]

    let services: FeatureServices

    let recording: SessionRecorder.Options

    let user: SessionUser
    let sandboxRequest: SandboxRequest

    /// Starts the sandbox if no server is named. Nothing is connected yet.
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
        var server = ComingServer(
            appKey: target.options.appKey, appSecret: secret, arguments: settings.arguments)
        let services = try await FeatureServices(settings.features, before: &server)
        return try await Session(
            target, settings, services, arguments, environment: environment,
            extraSecrets: try arguments.fieldSecrets
                + (secret.map { [$0.searchedBytes] } ?? []))
    }

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
        target.announceSandbox(environment: environment)
        // For requested channels, those of the demonstration would only be noise.
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
                sandboxPort: target.sandbox?.port, sandbox: target.sandbox?.server,
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

    var client: ChannelsClient { self.server.client }
    /// All reports of the client, from before its first action.
    var events: ClientStream<[ClientReport]> { self.server.events }
    var faults: SessionFaults { self.server.faults }
    package var recorder: SessionRecorder { self.server.recorder }
    var maskedKey: String { self.server.target.maskedKey }
    package var serverLabel: String { self.server.target.label }
    var address: String { self.options.route.address }
    var usesTLS: Bool { self.options.route.usesTLS }
    var authorizes: Bool {
        if case .none = self.server.target.options.authMethod { false } else { true }
    }
    var options: ChannelsOptions { self.server.target.options }
    /// Per second; `nil` for no limit.
    var clientEventLimit: Int? { self.options.clientEventLimit }
    var policy: String { self.options.effectivePolicy.name }
    /// Any sandbox of buoy, this program's own or another one.
    var isSandbox: Bool { self.options.knownServer == .sandbox }
    package var warnings: [String] { self.server.target.allWarnings }
    var isDemonstration: Bool { self.server.target.sandbox != nil }

    package func run() async { await self.server.run() }

    package func stop() async {
        await self.server.stop()
    }
}

extension ChannelsOptions {
    /// Includes the fields of authorization requests, which may be secrets. Short strings are left
    /// out, because they would match everywhere.
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
