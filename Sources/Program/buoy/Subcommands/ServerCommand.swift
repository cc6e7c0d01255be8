import ArgumentParser
import BuoyDashboardRuntime
import BuoyProgramSupport
import BuoyScripts
import BuoySessions

struct ServerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "server",
        abstract: "List the configured servers, and choose the default one.",
        subcommands: [ServerListCommand.self, ServerShowCommand.self, ServerUseCommand.self],
        defaultSubcommand: ServerListCommand.self)
}

struct ServerListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the servers of the configuration.",
        discussion: """
            An asterisk marks the default one (buoy server use).

            Exit codes: 0 done, 2 wrong usage, or errors in the configuration.
            """)

    @OptionGroup var configurationFile: ConfigurationArguments

    func run() throws {
        let loader = ConfigurationLoader(
            environment: Environment.current, configuration: self.configurationFile.path)
        let servers: [NamedServer]
        do {
            servers = try ConfigurationFile.read(
                loader.paths, themes: loader.themes, for: loader.subject
            ).servers
        } catch {
            throw ProgramFailure(.usage, error.description)
        }
        guard !servers.isEmpty else {
            return Console.error(servers.summary(in: loader.paths.configuration))
        }
        try Console.print(
            ServerTable.lines(servers, chosen: ChosenServer.word(Environment.current)))
    }
}

extension ServerListCommand: HelpedCommand {
    static var examples: [CommandExample] {
        [
            CommandExample("buoy server", "the servers of the configuration"),
            CommandExample("buoy server show prod", "what a name stands for"),
            CommandExample("buoy server use prod", "for commands that name no server"),
        ]
    }
}

struct ServerShowCommand: ParsableCommand, ServerChoosing {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what a server's name stands for.",
        usage: "buoy server show SERVER",
        discussion: """
            Shows the address, the app and where the secret is, never the secret.

            Exit codes: 0 done, 2 wrong usage, or an unknown server.
            """)

    @Argument(
        help: ArgumentHelp(
            "A name from the configuration, wss://KEY@HOST, KEY@CLUSTER, a .env file or sandbox.",
            valueName: "server"),
        completion: ServerArguments.completion)
    var word: String

    @OptionGroup var configurationFile: ConfigurationArguments

    private var servers = AfterParsing<[NamedServer]>()

    init() {}

    var subjects: [ServerSubject] { [ServerSubject(self.word)] }
    var configurationPath: String? { self.configurationFile.path }

    mutating func use(_ servers: [NamedServer]) throws { self.servers.value = servers }

    func run() throws {
        for server in self.servers.value ?? [] {
            try Console.print(FigureTable(server.figures).text)
        }
    }
}

struct ServerUseCommand: ParsableCommand, ServerChoosing {
    static let configuration = CommandConfiguration(
        commandName: "use",
        abstract: "Choose the server for commands that name none.",
        usage: """
            buoy server use SERVER
            buoy server use --none
            """,
        discussion: """
            The choice stays in effect until you change it, also for the dashboard. Commands say \
            that they use it; --server, --env, --sandbox and the variables for a server take \
            precedence.

            Exit codes: 0 done, 1 the choice cannot be saved, 2 wrong usage, or an unknown server.
            """)

    @Argument(
        help: ArgumentHelp(
            "A name from the configuration, wss://KEY@HOST, KEY@CLUSTER or a .env file.",
            valueName: "server"),
        completion: ServerArguments.completion)
    var word: String?

    @Flag(help: "Forget the choice.")
    var none = false

    init() {}

    func validate() throws {
        guard (self.word == nil) == self.none else {
            throw ValidationError("Name a server, or use --none.")
        }
    }

    var subjects: [ServerSubject] { self.word.map { [ServerSubject($0)] } ?? [] }

    mutating func use(_ servers: [NamedServer]) throws {}

    func run() throws {
        let environment = Environment.current
        guard let word else { return try ChosenServer.forget(environment) }
        try ChosenServer.choose(ServerSubject(word), environment)
        try Console.print("Commands that name no server use \(word).")
    }
}

extension NamedServer {
    fileprivate var figures: [(String, String)] {
        let settings = self.settings
        let place = ServerPlace(
            self.place, port: settings.port, usesTLS: settings.usesTLS, path: settings.path)
        let secret =
            settings.secretFile ?? settings.environmentFile
            ?? settings.secretProgram.map { _ in "from a program" }
        let figures: [(String, String?)] = [
            ("server", self.name), ("address", place.address),
            ("publishes to", self.publishingPlace?.address), ("app key", settings.key),
            ("app id", settings.appID), ("secret", secret),
            ("endpoint", settings.authEndpoint ?? self.appEndpoint),
            ("channels", settings.channels?.joined(separator: ", ")),
            ("read-only", settings.isReadOnly == true ? "yes" : nil),
        ]
        return figures.compactMap { name, value in value.map { (name, $0) } }
    }
}
