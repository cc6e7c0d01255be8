internal import ArgumentParser
internal import Channels
internal import ChannelsProtocol
internal import ChannelsSigning
internal import FaultInjection
internal import ProgramSupport
internal import Recording
internal import RecordingCommands
internal import Sandbox
internal import ServiceCommands
internal import SessionRecording
internal import Transport
internal import WebhookService

/// A client, and the server that the arguments name or the program's own sandbox.
struct Session: Sendable {
    /// What a session needs besides the server and who connects to it.
    struct Settings {
        /// The port on which webhooks are received; `nil` for none.
        var webhookPort: Int?
        /// The push service of the pane for it; `nil` for that of the sandbox.
        var push: PushPaneArguments?
        /// The faults that the arguments plan.
        var faults = SessionFaults.Plan()
        /// How much may wait for the screen, or for the reader of lines.
        var limits: ListenerLimits
        /// What is recorded, and how.
        var recording: RecordingArguments
    }

    let client: ChannelsClient
    /// All reports of the client, from before its first action.
    let events: ClientStream<[ClientEvent]>
    let serverLabel: String
    let address: String
    let maskedKey: String
    let usesTLS: Bool
    /// The channels offered for completion.
    let knownChannels: [String]

    /// The channels to subscribe to at the start.
    let initialChannels: [ChannelName]
    /// Whether the user is signed in at the start.
    let signsIn: Bool
    /// Warnings before anything is sent, as sentences.
    let warnings: [String]
    /// Values that must not appear in anything written for others.
    let secrets: [[UInt8]]

    /// The HTTP API of the app.
    let api: SessionAPI

    /// The push client, if a push service is known.
    let push: SessionPush

    /// Receives webhooks for the log, if requested.
    let webhooks: WebhookFeed?

    /// Records what the client reports.
    let recorder: SessionRecorder
    /// How recordings are made.
    let recording: RecordingArguments

    /// The faults of the connection.
    let faults: SessionFaults
    /// The maximum number of client events per second; `nil` for no limit.
    let clientEventLimit: Int?
    /// Asks buoy's sandbox for what only it offers.
    let sandboxRequest: SandboxRequest

    private let sandbox: SandboxServer?

    /// Creates the client, and the sandbox if no server is named. Nothing is connected yet.
    ///
    /// - Throws: `ValidationError` if arguments cannot be used, `ProgramFailure` if the sandbox
    ///   cannot be started.
    static func start(
        _ arguments: ConnectionArguments, _ settings: Settings, environment: [String: String]
    ) async throws -> Session {
        guard arguments.namesServer else {
            return try await Self.startSandbox(
                arguments, settings)
        }
        var options = try arguments.channelsOptions(environment: environment)
        if options.appKey == SandboxApp.standardKey { options.knownServer = .sandbox }
        let api = try SessionAPI(arguments.identity, options, environment: environment)
        if options.holdsSecrets || api.secret != nil { SecretFile.forbidCoreFiles() }
        let webhooks = try await Self.webhooks(
            settings.webhookPort, key: options.appKey,
            secret: try arguments.identity.appSecret(environment: environment))
        let label =
            switch options.host {
            case .cluster(let cluster): "cluster \(cluster)"
            case .host: ""
            }
        return try Session(
            options, settings, label: label, sandbox: nil, webhooks: webhooks, api: api,
            push: try SessionPush(settings.push, key: options.appKey),
            channels: try arguments.server.channels(), knownChannels: [],
            signsIn: arguments.identity.signsIn,
            warnings: arguments.identity.warnings)
    }

    /// - Throws: `ValidationError` if they cannot be verified.
    private static func webhooks(
        _ port: Int?, key: String, secret: AppSecret?
    ) async throws -> WebhookFeed? {
        guard let port else { return nil }
        guard let secret else {
            throw ValidationError(
                "--webhooks needs the app's secret, which verifies them: give --secret-file, or set "
                    + "BUOY_SECRET.")
        }
        return try await WebhookFeed(port: port, key: key, secret: secret)
    }

    /// Starts a sandbox with its scenario on a free port, and creates a client that is authorized
    /// by it. Its webhooks are sent to the receiver, if there is one.
    private static func startSandbox(
        _ arguments: ConnectionArguments, _ settings: Settings
    ) async throws -> Session {
        let channels = try arguments.server.channels()
        let webhooks = try await Self.webhooks(
            settings.webhookPort, key: SandboxApp.standardKey, secret: SandboxApp.standard.secret)
        var sandboxOptions = SandboxOptions()
        if let webhooks {
            sandboxOptions.main.webhooks = [try WebhookTarget(webhooks.url)]
        }
        let sandbox = SandboxServer(options: sandboxOptions)
        let port = try await sandbox.startOrFail()
        let user = [
            AuthField("user_id", arguments.identity.userID ?? "you"),
            AuthField("user_info", arguments.identity.userInfo ?? #"{"name":"You"}"#),
        ]
        let base = "http://127.0.0.1:\(port)/pusher"
        var options = ChannelsOptions(
            appKey: SandboxApp.standardKey, host: .host("127.0.0.1"), port: port, usesTLS: false,
            authMethod: .endpoint(AuthEndpoint(url: "\(base)/auth", parameters: user)))
        options.userAuthentication = .endpoint(
            AuthEndpoint(url: "\(base)/user-auth", parameters: user))
        options.knownServer = .sandbox
        try arguments.timing.apply(to: &options)
        return try Session(
            options, settings, label: "sandbox", sandbox: sandbox, webhooks: webhooks,
            api: try SessionAPI(sandboxOnPort: port),
            push: try SessionPush(settings.push, sandboxOnPort: port),
            channels: channels.isEmpty ? SandboxDirectory.demoChannels : channels,
            knownChannels: SandboxDirectory.entries.map(\.channel.text),
            signsIn: arguments.identity.signsIn)
    }

    private init(
        _ options: ChannelsOptions, _ settings: Settings, label: String, sandbox: SandboxServer?,
        webhooks: WebhookFeed?, api: SessionAPI, push: SessionPush, channels: [ChannelName],
        knownChannels: [String], signsIn: Bool, warnings: [String] = []
    ) throws {
        self.faults = SessionFaults(settings.faults)
        do {
            self.client = try ChannelsClient(options, connector: self.faults.injector.connector)
        } catch {
            throw ValidationError("\(error)")
        }
        self.events = self.client.eventBatches(limits: settings.limits)
        self.serverLabel = label
        self.clientEventLimit = options.clientEventLimit
        let port = options.port ?? (options.usesTLS ? 443 : 80)
        self.address = "\(options.usesTLS ? "wss" : "ws")://\(options.host.name):\(port)"
        self.maskedKey = Self.masked(options.appKey)
        self.recording = settings.recording
        self.recorder = SessionRecorder(
            self.client,
            header: RecordingHeader(
                time: .zero, program: Version.text, server: label, address: self.address,
                appKey: self.maskedKey, usesTLS: options.usesTLS, session: ""),
            secrets: KnownSecrets(options.keptSecrets + (api.secret.map { [$0] } ?? [])))
        self.usesTLS = options.usesTLS
        self.knownChannels = knownChannels
        self.sandbox = sandbox
        self.webhooks = webhooks
        self.sandboxRequest = SandboxRequest(
            HTTPOrigin(
                host: options.host.name, port: options.port ?? (options.usesTLS ? 443 : 80),
                tls: options.usesTLS
                    ? TLSClientSettings(trustRootsFile: options.trustRootsFile) : nil))
        self.api = api
        self.push = push
        self.initialChannels = channels
        self.signsIn = signsIn
        self.secrets = options.secretBytes + (api.secret.map { [$0] } ?? [])
        self.warnings =
            warnings
            + [
                options.authMethod.unencryptedSecrets(usesTLS: options.usesTLS),
                options.userAuthentication.unencryptedSecrets(usesTLS: options.usesTLS),
            ].compactMap(\.self)
    }

    /// Whether it is connected to the program's own sandbox.
    var isDemonstration: Bool { self.sandbox != nil }

    /// Subscribes to the initial channels, signs in if requested, connects, and runs the client
    /// until it is stopped.
    func run() async {
        for channel in self.initialChannels { await self.client.subscribe(channel) }
        if self.signsIn { await self.client.signIn() }
        async let faults: Void = self.faults.run(self.client)
        async let recording: Void = self.recorder.run()
        await self.client.connect()
        await self.client.run()
        await self.faults.injector.stop()
        await faults
        await self.recorder.finish()
        await recording
    }

    /// Disconnects, and stops the sandbox.
    func stop() async {
        await self.client.stop()
        await self.sandbox?.stop()
        await self.webhooks?.stop()
    }

    /// The first and the last characters of a key. It is public, but need not be in every
    /// screenshot. In ASCII, for every terminal.
    private static func masked(_ key: String) -> String {
        key.count > 8 ? "\(key.prefix(4))...\(key.suffix(2))" : "\(key.prefix(2))..."
    }
}

extension ChannelsOptions {
    /// The secrets, and the fields of authorization requests, which may be secrets. Short texts are
    /// left out, because they would match everywhere.
    fileprivate var secretBytes: [[UInt8]] {
        var secrets: [[UInt8]] = []
        var endpoints: [AuthEndpoint] = []
        if case .inline(let secret, _, _) = self.authMethod { secrets.append(secret.searchedBytes) }
        if case .endpoint(let endpoint) = self.authMethod { endpoints.append(endpoint) }
        if case .inline(let secret, _) = self.userAuthentication {
            secrets.append(secret.searchedBytes)
        }
        if case .endpoint(let endpoint) = self.userAuthentication { endpoints.append(endpoint) }
        let fields = endpoints.flatMap { $0.parameters + $0.headers }
        return (secrets + fields.map { Array($0.value.utf8) }).filter { $0.count >= 8 }
    }

    /// The secrets that must not be recorded. Fields of authorization requests are recorded only where
    /// the server repeats them, as with the information about a member, so only headers count.
    fileprivate var keptSecrets: [[UInt8]] {
        var secrets: [[UInt8]] = []
        if case .inline(let secret, _, _) = self.authMethod { secrets.append(secret.searchedBytes) }
        if case .inline(let secret, _) = self.userAuthentication {
            secrets.append(secret.searchedBytes)
        }
        var headers: [String] = []
        if case .endpoint(let endpoint) = self.authMethod {
            headers += endpoint.headers.map(\.value)
        }
        if case .endpoint(let endpoint) = self.userAuthentication {
            headers += endpoint.headers.map(\.value)
        }
        // The token after the word Bearer is a secret on its own.
        let words = headers.flatMap { [$0] + $0.split(separator: " ").map(String.init) }
        return secrets + words.map { Array($0.utf8) }
    }

    /// Whether any of them may be secret.
    fileprivate var holdsSecrets: Bool {
        if case .none = self.authMethod, case .none = self.userAuthentication {
            return self.proxy != .none && self.proxy != .environment
        }
        return true
    }
}

extension ListenerLimits {
    /// For a screen, sentences, or lines that may be skipped: the latest matters, and the rest is counted.
    static let skipping = ListenerLimits(events: 20_000, bytes: 16 << 20, controlEvents: 2_000)
    /// For lines: each is printed, and a slow reader slows the server down.
    static let lossless = ListenerLimits(bytes: 64 << 20, pausesReading: true)
}
