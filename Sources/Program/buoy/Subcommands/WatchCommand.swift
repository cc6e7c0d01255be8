import ArgumentParser
import BuoyCommands
import BuoyCursesTerminal
import BuoyDashboard
import BuoyDashboardRuntime
import BuoyFeatureList
import BuoyProgramSupport
import BuoyScripts
import BuoySessions
import BuoyTextScreen
import Channels
import ChannelsBasics
import Logging

struct WatchCommand: StayingCommand, ServerChoosing {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Watch Pusher Channels live in a terminal (the default).",
        usage: """
            buoy [OPTIONS]                              the built-in sandbox
            buoy --env .env [OPTIONS]                   the app in a .env file
            buoy NAME... [OPTIONS]                      servers from the configuration
            buoy --key KEY --cluster CLUSTER [OPTIONS]  an app on the hosted service
            buoy --key KEY --host HOST [OPTIONS]        an app on another server
            buoy COMMAND [OPTIONS]                      see buoy COMMAND --help
            """,
        discussion: """
            Without a server, buoy starts its own small Channels service, with simulated \
            activity. No account or configuration is needed.

            If the output is not a terminal, buoy tail runs instead and prints one line per event. \
            It needs a server, or --sandbox.

            Exit codes: 0 ended normally, 1 failed while running, 2 wrong usage or settings, 3 \
            permanently refused by the server, 4 server not reached, 5 no channel was authorized, \
            128+n ended by signal n.
            """,
        version: Version.report)

    @Argument(
        help: ArgumentHelp(
            "Servers from the configuration, by name; the same as --server.", valueName: "name"),
        completion: ServerArguments.completion)
    var names: [String] = []

    @OptionGroup(title: ServerArguments.title)
    var server: ServerArguments

    @OptionGroup(title: ServerArguments.title)
    var subscribing: SubscribingArguments

    @OptionGroup(title: IdentityArguments.title)
    var identity: IdentityArguments

    @OptionGroup(title: IdentityArguments.title)
    var app: AppIDArguments

    @OptionGroup(title: RouteArguments.title)
    var route: RouteArguments

    @OptionGroup(title: TimingArguments.title)
    var reconnection: ReconnectionArguments

    @OptionGroup(title: TimingArguments.title)
    var timing: TimingArguments

    @OptionGroup(title: "Dashboard")
    var dashboard: DashboardArguments

    var servers = AfterParsing<[NamedServer]>()
    private var beforeServers = AfterParsing<ConnectionArguments>()

    @OptionGroup(title: "Appearance")
    var configurationFile: ConfigurationArguments

    @OptionGroup(title: "Appearance")
    var appearance: AppearanceArguments

    @OptionGroup
    var features: FeatureArguments

    var connection: ConnectionArguments {
        get { self.connection(app: self.app, subscribing: self.subscribing) }
        set {
            self.take(newValue)
            self.app = newValue.app ?? self.app
            self.subscribing = newValue.subscribing ?? self.subscribing
        }
    }

    func validate() throws {
        try self.connection.validate(serverWords: self.names)
        _ = try self.features.faults.plan()
    }

    var isReadOnly: Bool { self.dashboard.isReadOnly }

    var serverWords: [String] { self.names }
    var subjects: [ServerSubject] { self.names.map { ServerSubject($0) } + self.server.subjects }
    var lacksServer: Bool { self.subjects.isEmpty && self.server.isEmpty }
    /// Without a terminal it runs `buoy tail`, which has no default server.
    var needsServer: Bool { self.output == .lines }
    var configurationPath: String? { self.configurationFile.path }

    mutating func use(_ servers: [NamedServer]) throws {
        self.servers.value = servers
        self.beforeServers.value = self.connection
        guard servers.count == 1, let first = servers.first else {
            return try self.check(several: servers)
        }
        self.connection = try self.connection.completed(from: first)
    }

    var given: ConnectionArguments { self.beforeServers.value ?? self.connection }

    func run() async throws { try await self.run(startingWith: nil) }

    func run(startingWith variant: WatchStart?) async throws {
        if let servers = self.servers.value, servers.count > 1 {
            if let variant {
                throw ValidationError("\(variant.title) shows one server: specify only one.")
            }
            return try await self.run(several: servers)
        }
        try FileDescriptors.require()
        let environment = Environment.current
        let server = self.servers.value?.first
        let start = try DashboardStart(
            self.appearance, self.loader(self.connection, environment, server))
        guard self.output == .screen else { return try await self.printLines(start, variant) }
        ProcessMemory.avoidHoles()
        let resources = ServerResources(
            environment: environment, logger: try self.features.log.logger())
        let session = try await Session.start(
            self.connection, self.settings(variant, resources), environment: environment)
        let otherName = try await self.features.recording.begin(session.recorder)
        // It connects while the terminal is prepared; its reports wait in the stream.
        async let connection: Void = session.run()
        guard
            let terminal = await start.terminal(
                watching: session.serverLabel, secrets: session.secrets)
        else { return try await self.printLines(of: session, start, otherName) }
        let source = await ServersSource(first: session) {
            try await self.started($0, resources)
        }
        var options = self.dashboardOptions(
            session, start.loaded, start.loader, glyphs: await start.glyphs(on: terminal),
            server: server)
        if let variant { options.start(with: variant) }
        let end = await start.show(source, options, on: terminal)
        await session.stop()
        await connection
        try end.leave()
    }

    private func settings(
        _ variant: WatchStart?, _ resources: ServerResources
    ) throws -> Session.Settings {
        var settings = try self.sessionSettings(limits: .skipping)
        settings.channels = variant?.channels ?? []
        settings.arguments += variant?.arguments ?? []
        settings.logger = resources.logger
        settings.features = BuoyFeatureList.features
        return settings
    }
}

extension DashboardOptions {
    fileprivate mutating func start(with variant: WatchStart) {
        self.facts.add(variant.facts)
        self.firstPane = variant.pane
    }
}

extension WatchCommand: HelpedCommand {
    static var examples: [CommandExample] {
        [
            CommandExample("buoy", "the built-in sandbox"),
            CommandExample("buoy --env .env", "the app in a .env file"),
            CommandExample("buoy prod staging", "servers from the configuration"),
            CommandExample("buoy -k KEY -c eu", "an app on the hosted service"),
            CommandExample("buoy -k KEY --host HOST", "an app on another server"),
        ]
    }
}
