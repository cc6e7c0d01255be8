package import ArgumentParser
import BuoyDashboard
package import BuoyProgramSupport
import BuoyProtocolCases
import BuoyScripts
import BuoyServers
import BuoySessions
import BuoyTextScreen
import Channels
import ChannelsBasics
import ChannelsProtocol

package struct CheckCommand: LineCommand {
    package static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a connection step by step.",
        usage: """
            buoy check [CHANNEL...] [OPTIONS]
            buoy check --env FILE [CHANNEL...] [OPTIONS]
            """,
        discussion: """
            Connects once and prints one row per step, with what is wrong and how to fix it. In a \
            folder with a .env file, it checks the app in that file.

            The steps are name resolution, TCP, TLS with the certificate, WebSocket, protocol, round \
            trip, the authorization of each channel, and the HTTP API: whether it is reachable \
            and, with the app's id and secret, whether clock, id and signature are right. \
            With --publish, it also publishes an event and waits for it, and with --connections 8 \
            compares what 8 connections receive. With --idle, it looks for an idle timeout on the \
            network path. With --rules, it plays the cases of buoy conform server. With --env, it first checks the app's settings and suggests fixes.

            Exit codes: 0 everything works, 1 failed while running, 2 wrong usage, 3 permanently \
            refused by the server, 4 server not reached, 5 a channel, the sign-in or the app was \
            not authorized, 6 no answer in time. With --probe: 0 OK, 1 WARNING, 2 CRITICAL, 3 \
            UNKNOWN.
            """)

    @OptionGroup var channels: ChannelArguments

    @OptionGroup(title: "Check")
    var arguments: CheckArguments

    @OptionGroup(title: ServerArguments.title)
    package var server: ServerArguments

    @OptionGroup(title: IdentityArguments.title)
    package var identity: IdentityArguments

    @OptionGroup(title: RouteArguments.title)
    package var route: RouteArguments

    @OptionGroup(title: IdentityArguments.title)
    var app: AppIDArguments

    package var connection: ConnectionArguments {
        get {
            ConnectionArguments(
                server: self.server, identity: self.identity, route: self.route, app: self.app)
        }
        set {
            self.server = newValue.server
            self.identity = newValue.identity
            self.route = newValue.route
            if let app = newValue.app { self.app = app }
        }
    }

    @OptionGroup(title: "Configuration")
    var configurationFile: ConfigurationArguments

    package var configurationPath: String? { self.configurationFile.path }

    private var environment = AfterParsing<AppEnvironment>()

    package static var variables: [OptionVariable] {
        OptionVariable.forConnections([ServerSetting.appID.option])
    }

    package init() {}

    /// A monitor must check what it was configured to check, not what is in its folder.
    package var takesFolder: Bool { !self.arguments.isProbe }

    package func validate() throws {
        // A server in the folder brings the rest.
        if !self.lacksServer { try self.connection.validate() }
    }

    /// A file that does not say enough to connect is checked all the same.
    package mutating func use(_ environment: AppEnvironment) throws {
        self.environment.value = environment
        if let server = try? environment.server() { try self.use([server]) }
    }

    package func run() async throws {
        if let environment = self.environment.value, !self.connection.namesServer {
            return try await self.show(
                CheckReport(unusable: environment.checkedSettings, in: environment.path))
        }
        try FileDescriptors.require()
        let limit = try TypedTime.duration(self.arguments.timeout, "--timeout") ?? .seconds(10)
        let target = try await ServerTarget.chosen(
            by: self.connectionToChannels(),
            environment: Environment.current)
        if !self.arguments.isProbe {
            for warning in target.allWarnings { Console.errorLine("buoy: warning: \(warning)") }
        }
        try await self.show(await self.report(on: target, timeLimit: limit))
        await target.sandbox?.server.stop()
    }

    private func report(
        on target: ServerTarget, timeLimit: Duration
    ) async throws -> CheckReport {
        let readOnly = self.server.chosen.value?.readOnlyReason
        if let readOnly, self.arguments.publishes || self.arguments.checksRules {
            throw ProgramFailure(.usage, readOnly.sentence + ".")
        }
        let extent = self.arguments.extent(
            canPublish: try readOnly == nil
                && APIQuestion.canPublish(
                    target, self.connection, environment: Environment.current),
            canPlay: readOnly == nil)
        let question = try APIQuestion(
            target, self.connection, publishes: extent.publishes,
            environment: Environment.current)
        // The program's own sandbox has to outlive each part.
        let sandboxed = target
        var target = target
        target.sandbox = nil
        let endpoint = try EndpointQuestion(
            target, self.connection, environment: Environment.current)
        let run = try CheckRun(target, self.subject(target), question, endpoint)
        var report = await run.run(timeLimit: timeLimit)
        // Even if nothing arrived: perhaps it does on others.
        if report.hasPublished, let count = extent.connections, let question,
            case .publish(let probe) = question.questions
        {
            let fleet = try FleetRun(target, count: count, question, probe)
            report = report.adding(await fleet.run(timeLimit: timeLimit))
        }
        if report.failure == nil,
            let idle = try TypedTime.duration(extent.idle, "--idle")
        {
            report = report.adding(await (try IdleRun(target, limit: idle)).run())
        }
        if report.failure == nil, extent.rules {
            let server = try TestedServer(
                sandboxed, self.connection, environment: Environment.current)
            report = report.adding((try await RulesRun.steps(of: server), nil))
        }
        report.unchecked = extent.unchecked + self.unchecked(target, endpoint)
        return report
    }

    private func unchecked(_ target: ServerTarget, _ endpoint: EndpointQuestion?) -> [String] {
        guard !target.channels.isEmpty else { return ["channels (none named)"] }
        let signsHere = if case .inline = target.options.authMethod { true } else { false }
        let isUnasked =
            endpoint == nil && signsHere
            && target.channels.contains { $0.kind.needsAuthorization }
        return isUnasked ? ["the app's authorization endpoint (--auth-endpoint URL)"] : []
    }

    private func show(_ report: CheckReport) async throws {
        let alphabet = await OutputTerminal.alphabet(ascii: self.arguments.ascii)
        let code = report.exitCode
        if self.arguments.isProbe {
            let limits = try self.arguments.probeLimits()
            try Console.print(report.probeLine(limits, alphabet))
            throw ExitCode(Int32(report.probeState(limits).rawValue))
        }
        try Console.print(
            self.arguments.printsJSON
                ? report.json(exitCode: Int(code.rawValue))
                : report.table(alphabet).joined(separator: "\n"))
        if code != .ok { throw ExitCode(code.rawValue) }
    }

    private func subject(_ target: ServerTarget) -> ConnectionCheck.Subject {
        let options = target.options
        var subject = ConnectionCheck.Subject(
            address: options.route.address, usesTLS: options.route.usesTLS,
            channels: target.channels,
            signsIn: target.signsIn)
        subject.checkSecret = options.settingWords.checkSecret
        subject.warningDays = self.arguments.warningDays
        subject.probedChannel =
            self.environment.value?.authorizedChannel.map { ChannelName(wire: $0) }
            ?? ConnectionCheck.unknownChannel
        subject.settings = self.environment.value?.checkedSettings ?? []
        return subject
    }
}

struct CheckArguments: ParsableArguments {
    @Flag(.json, help: "Print one JSON object.")
    var printsJSON = false

    @Flag(
        name: .customLong("probe"),
        help: "Print one line with performance data, for Nagios, Icinga and similar tools.")
    var isProbe = false

    @Flag(
        name: .customLong("publish"),
        help: """
            Publish an event on buoy-check through the HTTP API, and check that it arrives. Nothing is \
            published without this or --all.
            """)
    var publishes = false

    @Flag(
        name: .customLong("all"),
        help: """
            Check everything that does the app no harm: --publish, --connections 8, --idle 2m and \
            --rules.
            """)
    var checksAll = false

    @Option(
        help: ArgumentHelp(
            """
            With --publish: open this many connections, publish 5 events, and compare what each \
            receives, and the members of the presence channels.
            """, valueName: "count"))
    var connections: Int?

    @Option(
        help: ArgumentHelp(
            """
            Keep a connection idle this long, and report what ends it, such as a proxy's timeout.
            """, valueName: "time"))
    var idle: String?

    @Flag(
        name: .customLong("rules"),
        help: """
            Check which rules of the protocol the server follows, on channels that start with \
            conform- after their type.
            """)
    var checksRules = false

    @Option(.timeout, help: "The time limit for the whole check (default: 10s).") var timeout:
        String?

    @Option(
        name: .customLong("warn-days"),
        help: ArgumentHelp(
            "Warn if the certificate expires within this many days.", valueName: "days"))
    var warningDays = 14

    @Option(
        name: .customLong("warn"),
        help: ArgumentHelp(
            """
            With --probe: WARNING if connecting and a round trip take longer than this, such as \
            200ms.
            """, valueName: "time"))
    var warningLatency: String?

    @Option(
        name: .customLong("crit"),
        help: ArgumentHelp(
            "With --probe: CRITICAL if they take longer than this.", valueName: "time"))
    var criticalLatency: String?

    @Flag(.ascii) var ascii = false

    func validate() throws {
        if self.printsJSON, self.isProbe {
            throw ValidationError("Use --json or --probe, not both.")
        }
        if !(0...3650).contains(self.warningDays) {
            throw ValidationError("--warn-days must be between 0 and 3650.")
        }
        let limits = try self.probeLimits()
        if !self.isProbe, limits.warning != nil || limits.critical != nil {
            throw ValidationError("--warn and --crit need --probe.")
        }
        if let warning = limits.warning, let critical = limits.critical, warning > critical {
            throw ValidationError("--warn must not be longer than --crit.")
        }
        if let count = self.connections {
            guard self.publishes || self.checksAll else {
                throw ValidationError(
                    "--connections needs --publish: it compares the published events.")
            }
            guard (2...64).contains(count) else {
                throw ValidationError("--connections must be between 2 and 64.")
            }
        }
        _ = try TypedTime.duration(self.timeout, "--timeout")
        _ = try TypedTime.duration(self.idle, "--idle")
    }

    func probeLimits() throws -> CheckReport.ProbeLimits {
        CheckReport.ProbeLimits(
            warning: try TypedTime.duration(self.warningLatency, "--warn"),
            critical: try TypedTime.duration(self.criticalLatency, "--crit"),
            warningDays: self.warningDays)
    }
}

extension CheckArguments {
    /// The optional checks, after the connection itself.
    struct Extent {
        var publishes: Bool
        var connections: Int?
        var idle: String?
        var rules: Bool

        var unchecked: [String] {
            [
                self.publishes ? nil : "publishing (--publish)",
                self.connections == nil ? "several nodes (--publish --connections 8)" : nil,
                self.idle == nil ? "an idle timeout (--idle 2m)" : nil,
                self.rules ? nil : "the protocol's rules (--rules)",
            ].compactMap(\.self)
        }
    }

    /// - Parameters:
    ///   - canPublish: whether the app's id and secret are known, and it is not read-only.
    ///   - canPlay: whether it is not read-only.
    func extent(canPublish: Bool, canPlay: Bool) -> Extent {
        let publishes = self.publishes || self.checksAll && canPublish
        return Extent(
            publishes: publishes,
            connections: self.connections ?? (self.checksAll && publishes ? 8 : nil),
            idle: self.idle ?? (self.checksAll ? "2m" : nil),
            rules: self.checksRules || self.checksAll && canPlay)
    }
}

extension CheckReport {
    var exitCode: ProgramExit {
        switch self.failure {
        case nil: .ok
        case .settings: .usage
        case .refused: .refused
        case .unreachable: .unreachable
        case .unauthorized: .unauthorized
        case .timedOut: .timedOut
        }
    }
}

extension CheckCommand: HelpedCommand {
    package static var commonOptions: [String]? {
        [
            "json", "probe", "publish", "all", "connections", "idle", "rules", "timeout", "server",
            "env",
            "sandbox", "auth-cookies", "auth-header",
        ]
    }

    package static var examples: [CommandExample] {
        [
            CommandExample("buoy check --env .env", "the app of a Laravel or Node project"),
            CommandExample(
                "buoy check -s prod private-orders", "a channel, with its authorization"),
            CommandExample("buoy check -s prod --publish", "publish an event, and wait for it"),
            CommandExample("buoy check -s prod --probe", "one line, for Nagios and Icinga"),
        ]
    }
}
