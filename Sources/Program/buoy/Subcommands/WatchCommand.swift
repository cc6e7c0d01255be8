import ArgumentParser
import Channels
import Commands
import Configuration
import CursesTerminal
import Dashboard
import DashboardPanes
import DashboardRuntime
import Events
import FeatureInterface
import FeatureList
import Logging
import MetricsService
import ProgramSupport
import RecordingCommands
import Scripts
import TextScreen

/// Shows a live connection: as a dashboard in a terminal, otherwise as lines.
struct WatchCommand: ConnectingCommand, ServerChoosing {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Watch Pusher Channels live in a terminal (the default).",
        usage: """
            buoy [OPTIONS]                              the built-in sandbox
            buoy NAME... [OPTIONS]                      servers of the configuration
            buoy --key KEY --cluster CLUSTER [OPTIONS]  an app of the hosted service
            buoy --key KEY --host HOST [OPTIONS]        an app of another server
            buoy COMMAND [OPTIONS]                      see buoy COMMAND --help
            """,
        discussion: """
            Without a server, buoy starts its own small Channels service, with simulated \
            activity. No account and no configuration are needed.

            If the output is not a terminal, buoy prints one line per event instead of drawing; with \
            --plain, sentences for screen readers. No line is skipped, unless --drop is given.

            Exit codes: 0 ended normally, 1 failed while running, 2 wrong usage or settings, \
            3 refused by the server for good, 4 server not reached, 5 no channel was authorized, \
            128+n ended by signal n.
            """)

    @Argument(
        help: ArgumentHelp(
            "Servers of the configuration, by name; the same as --server.", valueName: "name"),
        completion: ServerArguments.completion)
    var names: [String] = []

    @OptionGroup(title: ServerArguments.title)
    var server: ServerArguments

    @OptionGroup(title: IdentityArguments.title)
    var identity: IdentityArguments

    @OptionGroup(title: RouteArguments.title)
    var route: RouteArguments

    @OptionGroup(title: TimingArguments.title)
    var reconnection: ReconnectionArguments

    @OptionGroup(title: TimingArguments.title)
    var timing: TimingArguments

    @OptionGroup(title: "Dashboard")
    var dashboard: DashboardArguments

    /// The servers that were named, with what they say, in order; the first one is shown.
    var servers = AfterParsing<[NamedServer]>()
    /// The arguments for the connection before a server completed them.
    private var beforeServers = AfterParsing<ConnectionArguments>()

    @OptionGroup(title: "Appearance")
    var appearance: AppearanceArguments

    @OptionGroup(title: LinesArguments.title)
    var lines: LinesArguments

    @OptionGroup(title: LinesArguments.title)
    var sentences: SentencesArguments

    @OptionGroup(title: "Push notifications")
    var push: PushPaneArguments

    @OptionGroup(title: "Metrics")
    var metrics: MetricsArguments

    @OptionGroup(title: "Metrics")
    var hosts: HostArguments

    @OptionGroup(title: "Log")
    var log: LogArguments

    @OptionGroup(title: "Faults")
    var faults: FaultArguments

    @OptionGroup(title: "Recording")
    var recording: RecordingArguments

    func validate() throws {
        try self.connection.validate(serverWords: self.names)
        _ = try self.faults.plan()
    }

    var isReadOnly: Bool { self.dashboard.isReadOnly }

    var serverWords: [String] { self.names }
    var serverNames: [String] { self.names + self.server.servers }
    var configurationPath: String? { self.appearance.configurationPath }

    mutating func use(_ servers: [NamedServer]) throws {
        self.servers.value = servers
        self.beforeServers.value = self.connection
        guard servers.count == 1, let first = servers.first else {
            return try self.check(several: servers)
        }
        self.connection = try self.connection.completed(from: first)
    }

    /// The arguments for the connection as they were given.
    var given: ConnectionArguments { self.beforeServers.value ?? self.connection }

    func run() async throws { try await self.run(beginningWith: nil) }

    /// - Parameter beginning: what a command of a feature begins with; `nil` for `buoy watch`.
    func run(beginningWith beginning: WatchBeginning?) async throws {
        if let servers = self.servers.value, servers.count > 1 {
            if let beginning {
                throw ValidationError("\(beginning.title) shows one server: give one name.")
            }
            return try await self.run(several: servers)
        }
        try FileDescriptors.require()
        let environment = Environment.current
        let server = self.servers.value?.first
        let loader = self.loader(self.connection, environment, server)
        let loaded = try self.appearance.loaded(by: loader)
        if loaded.program.usesASCII { Console.useASCII() }
        let theme = try self.appearance.resolvedTheme(loaded, loader.themes)
        let keyScript = try self.appearance.keyScript()
        // The output of a terminal that can only print is often read aloud, or kept.
        let isDumb = environment["TERM"] == "dumb" && Terminal.canShow
        let narrates = self.sentences.narrates || isDumb && !self.lines.printsLines
        let drawsScreen = Terminal.canShow && !self.lines.printsLines && !narrates
        if drawsScreen { ProcessMemory.avoidHoles() } else { try self.recording.requireFile() }
        let resources = ServerResources(environment: environment, logger: try self.log.logger())
        let skips = drawsScreen || narrates || self.sentences.skipsLines
        var settings = try self.sessionSettings(limits: skips ? .skipping : .lossless)
        settings.webhookPort = self.dashboard.webhookPort
        settings.allowedHosts = self.hosts.allowedHosts
        settings.channels = beginning?.channels ?? []
        settings.logger = resources.logger
        settings.features = features
        let session = try await Session.start(self.connection, settings, environment: environment)
        try await self.recording.begin(session.recorder)
        let metrics = try await self.metrics.address(allowing: self.hosts.allowedHosts)?
            .serve(session.client)
        async let measuring: Void? = metrics?.run()
        // It connects while the terminal is prepared; its reports wait in the stream.
        async let connection: Void = session.run()
        guard drawsScreen,
            let terminal = await self.appearance.terminal(
                theme, loaded, loader, watching: session.serverLabel, secrets: session.secrets)
        else {
            let warnings = loaded.warnings + session.warnings
            for warning in warnings { Console.errorLine("buoy: warning: \(warning)") }
            // A pipe accepts all characters; a terminal may not support them.
            let isPoor =
                Terminal.canShow ? await TerminalReport.take().alphabet == .ascii : false
            let alphabet: SafeText.Alphabet =
                self.appearance.ascii || loaded.program.usesASCII || isPoor ? .ascii : .unicode
            try await LinePrinter(
                session: session.server,
                format: narrates ? .sentences : .rows(isColored: false), alphabet: alphabet
            ).run()
            return
        }
        let glyphs = theme.glyphs.applied(to: await terminal.glyphs)
        var options = self.dashboardOptions(
            session, loaded, loader, glyphs: glyphs, server: server)
        if let beginning {
            options.facts.add(beginning.facts)
            options.firstPane = beginning.pane ?? options.firstPane
        }
        let parts = await DashboardEnvironment(
            features: features,
            source: ServersSource(first: session, metrics: metrics) {
                try await self.started($0, resources)
            },
            terminal: terminal, loader: loader, loaded: loaded, load: self.appearance.loaded(by:),
            keyScript: keyScript)
        let end = await DashboardLoop(parts, options: options).run()
        await terminal.restore()
        await session.stop()
        await connection
        await measuring
        try Self.finish(end)
    }

    /// - Throws: the exit code of an end, unless it is that of success.
    static func finish(_ end: LoopEnd) throws {
        if case .scriptFailed(let error) = end {
            throw ProgramFailure(.failed, "--keys: \(error)")
        }
        guard end.exitCode == 0 else { throw ExitCode(end.exitCode) }
    }
}
