import ArgumentParser
import BuoyProgramSupport
import BuoyProtocolCases
import BuoyScripts
import BuoyServers
import BuoySessions
import Channels
import ChannelsBasics
import ChannelsProtocol
import ChannelsRoutes
import ChannelsSigning
import ChannelsTransport
import ChannelsWebhooks
import Glibc

struct ConformServerCommand: ConnectingCommand, ServerChoosing, VariableTaking {
    static let configuration = CommandConfiguration(
        commandName: "server",
        abstract: "Test whether a server follows the protocol.",
        usage: """
            buoy conform server SERVER [OPTIONS]
            buoy conform server --env FILE [OPTIONS]
            """,
        discussion: """
            Plays each case against the server: connections, subscriptions, presence, client events, \
            sign-in and the HTTP API, for which the app's id and secret are needed. Only channels \
            that start with conform-, after their type, are touched. Cases that exceed a limit of \
            the app run only with --limits or after a question.

            Exit codes: 0 no rule is broken that must be followed, 1 one is, 2 wrong usage, 4 \
            server not reached.
            """)

    @Argument(
        help: ArgumentHelp(
            "A name from the configuration, wss://KEY@HOST, KEY@CLUSTER, a .env file or sandbox.",
            valueName: "server"),
        completion: ServerArguments.completion)
    var word: String?

    @OptionGroup(title: "Cases")
    var arguments: ConformArguments

    @Flag(help: "Also run cases that exceed a limit of the app.")
    var limits = false

    @Option(
        help: ArgumentHelp(
            "Receive the app's webhooks on this port of 127.0.0.1, and test them.",
            valueName: "port"))
    var webhooks: Int?

    @OptionGroup(title: ServerArguments.title)
    var server: ServerArguments

    @OptionGroup(title: IdentityArguments.title)
    var identity: IdentityArguments

    @OptionGroup(title: RouteArguments.title)
    var route: RouteArguments

    @OptionGroup(title: IdentityArguments.title)
    var app: AppIDArguments

    var connection: ConnectionArguments {
        get {
            ConnectionArguments(
                server: self.server, identity: self.identity, route: self.route, app: self.app)
        }
        set {
            self.server = newValue.server
            self.identity = newValue.identity
            self.route = newValue.route
            self.app = newValue.app ?? self.app
        }
    }

    @OptionGroup(title: "Configuration")
    var configurationFile: ConfigurationArguments

    var configurationPath: String? { self.configurationFile.path }

    static var variables: [OptionVariable] {
        OptionVariable.forConnections([ServerSetting.appID.option])
    }

    static let fullName = "conform server"

    init() {}

    var subjects: [ServerSubject] {
        (self.word.map { [ServerSubject($0)] } ?? []) + self.server.subjects
    }

    var lacksServer: Bool { self.subjects.isEmpty && self.server.isEmpty }

    func validate() throws {
        if self.word == nil, !self.lacksServer { try self.connection.validate() }
        if let port = self.webhooks, !(0...65_535).contains(port) {
            throw ValidationError("--webhooks must be a port from 0 to 65535.")
        }
    }

    mutating func use(_ servers: [NamedServer]) throws {
        let server = try servers.one(for: Self.fullName)
        if let reason = server.readOnlyReason {
            throw ProgramFailure(.usage, reason.sentence + ".")
        }
        self.word = nil
        self.connection = try self.connection.completed(from: server, takesChannels: false)
    }

    mutating func useOwnSandbox() throws {
        self.word = nil
        self.server.usesSandbox = false
    }

    func run() async throws {
        try FileDescriptors.require()
        let cases = try self.arguments.cases(forServers: true)
        let named =
            self.connection.namesServer
            ? try ServerTarget(named: self.connection, environment: Environment.current) : nil
        let hooks = try await self.receiver(named)
        let target = if let named { named } else { try await self.ownSandbox(hooks?.port) }
        for warning in target.allWarnings { Console.errorLine("buoy: warning: \(warning)") }
        var place = try TestedServer(target, self.connection, environment: Environment.current)
        let software = try await place.software()
        if let receiver = hooks?.receiver {
            let board = WebhookBoard()
            place.webhooks = board
            Task { await board.listen(to: receiver) }
        }
        let run = CaseRun(
            .server(place),
            granted: self.granted(place, cases, isOwn: target.sandbox != nil),
            width: self.arguments.parallel ?? 12)
        let report = try await self.arguments.report(
            "server", self.arguments.subject ?? target.subjectName, software, cases, run)
        await hooks?.receiver.stop()
        await target.sandbox?.server.stop()
        if report.hasFailed { throw ExitCode(ProgramExit.failed.rawValue) }
    }

    /// It pings early, so that those cases need no minutes.
    private func ownSandbox(_ webhooks: Int?) async throws -> ServerTarget {
        var options = SandboxOptions()
        options.limits.activityTimeout = .seconds(4)
        options.limits.pongTimeout = .seconds(4)
        if let webhooks {
            options.main.webhooks = [try WebhookTarget("http://127.0.0.1:\(webhooks)/")]
        }
        return try await ServerTarget(startingSandbox: options, for: self.connection)
    }

    /// The program's own sandbox sends its webhooks in any case.
    private func receiver(
        _ named: ServerTarget?
    ) async throws -> (receiver: WebhookReceiver, port: Int)? {
        guard self.webhooks != nil || named == nil else { return nil }
        let app = SandboxApp.standard
        let secret =
            named == nil
            ? app.secret : try self.identity.appSecret(environment: Environment.current)
        guard let secret else {
            throw ValidationError("--webhooks needs the app's secret, to verify them.")
        }
        let receiver = WebhookReceiver(
            verifier: WebhookVerifier(
                keys: [named?.options.appKey ?? app.key: secret], ageLimit: nil))
        let port = self.webhooks ?? 0
        let actual = try await ServiceStart.port { () async throws(TransportError) in
            try await receiver.start(address: "127.0.0.1", port: port)
        }
        if named != nil { Console.errorLine("Receiving webhooks at http://127.0.0.1:\(actual)/") }
        return (receiver, actual)
    }

    /// The program's own sandbox is quick, and has no other users.
    private func granted(
        _ place: TestedServer, _ cases: [ConformCase], isOwn: Bool
    ) -> Set<ConformCase.Need> {
        var granted = place.granted
        if isOwn || self.arguments.slow { granted.insert(.slow) }
        let count = cases.count { $0.needs.contains(.limits) }
        if count > 0, isOwn || self.limits || Self.asks(count) { granted.insert(.limits) }
        return granted
    }

    /// Without a terminal, the answer is no.
    private static func asks(_ count: Int) -> Bool {
        guard isatty(STDIN_FILENO) != 0 else { return false }
        Console.errorLine(
            "\(count) cases exceed a limit of the app for a moment. Type yes to run them:")
        return ["y", "yes"].contains(readLine(strippingNewline: true)?.lowercased() ?? "")
    }
}

extension ServerTarget {
    fileprivate var subjectName: String {
        if self.sandbox != nil { return "buoy \(Version.number) sandbox" }
        return self.label.isEmpty ? self.options.route.address : self.label
    }
}

extension ConformServerCommand: HelpedCommand {
    static var commonOptions: [String]? {
        [
            "only", "cases", "limits", "slow", "parallel", "webhooks", "recordings", "subject",
            "json", "markdown",
            "server",
            "env", "sandbox",
        ]
    }

    static var examples: [CommandExample] {
        [
            CommandExample("buoy conform server --sandbox", "buoy's own server"),
            CommandExample("buoy conform server --env .env", "the app of a project"),
            CommandExample(
                "buoy conform server --env .env -j > soketi.json", "a result for the table"),
        ]
    }
}
