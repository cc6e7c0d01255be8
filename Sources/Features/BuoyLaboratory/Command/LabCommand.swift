import ArgumentParser
import BuoyProgramSupport
import BuoyScripts
import BuoyTextScreen
import Channels
import ChannelsBasics
import ChannelsProtocol
import Glibc

struct LabCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lab",
        abstract: "Compare how clients reconnect, on a simulated clock.",
        usage: "buoy lab [SCRIPT] [OPTIONS]",
        discussion: """
            Plays a fault script against several libraries' reconnection policies and shows when \
            each one retries and how long it cannot receive events. No connection is made.

            --clients simulates many such clients' load on a server; without --compare or \
            --policy, a table compares every policy. --capacity limits the server's handshake \
            rate, so clients wait. SCRIPT is a name listed by buoy lab or a TOML file.

            Exit codes: 0 done, 2 wrong usage.
            """)

    @Argument(help: ArgumentHelp("A script name or a TOML file.", valueName: "script"))
    var script: String?

    @Option(
        help: ArgumentHelp(
            "Compare these policies: names or TOML files, separated by commas. Add options after "
                + "a name: 'pusher-js in=browser tls=no transports=ws+wss activity-timeout=30 "
                + "version=8', 'standard jitter=none'.",
            valueName: "policies"))
    var compare: String?

    @Option(
        help: ArgumentHelp(
            "Simulate this many clients per policy, up to 100,000. For a fleet on one server, use "
                + "pusher-js=6000,pusher-java=3000.",
            valueName: "number"))
    var clients: String?

    @Option(
        help: ArgumentHelp(
            """
            With --clients: the server's maximum handshakes per second, such as 500/s or 0.5/s. \
            Add options after spaces: backlog=511 (the kernel's queue, which ignores further \
            packets), queue=200 (accepted connections that wait), full=503, full=4100 or \
            full=reset (the response when that queue is full).
            """, valueName: "rate"))
    var capacity: String?

    @Option(
        help: ArgumentHelp(
            "With --capacity: start from this server's defaults.",
            valueName: "server"))
    var server: LabServerKind = .linux

    @Option(
        help: ArgumentHelp(
            "The random seed. Without one, a single client uses the midpoint of each delay range.",
            valueName: "number"))
    var seed: UInt64?

    @Option(
        help: ArgumentHelp(
            "The round-trip time to the server, at most 2s (default: 20ms).", valueName: "time"))
    var roundTrip: String?

    @Option(
        help: ArgumentHelp(
            "How long clients wait for a pong, instead of the usual 30s.", valueName: "time"))
    var pongTimeout: String?

    @Flag(
        help: """
            With --clients and --capacity: search for the delays that keep the peak within the \
            capacity, instead of comparing policies.
            """)
    var search = false

    @Option(
        help: ArgumentHelp(
            "With --search: bring all clients back within this time (default: 60s).",
            valueName: "time"))
    var within: String?

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp(
            """
            Compare a restart in this recording of a client with its policy, and simulate ten and \
            a hundred times as many clients. A HAR file or a folder of buoy proxy --record will \
            do too. May be repeated.
            """, valueName: "file"),
        completion: .file())
    var recordings: [String] = []

    @Flag(.json, help: "Print JSON.") var printsJSON = false

    @Option(help: ArgumentHelp("Print csv or svg instead of text.", valueName: "format"))
    var format: LabOutput?

    @OptionGroup(title: "Custom policy")
    var reconnection: ReconnectionArguments

    func validate() throws {
        if self.printsJSON, self.format != nil {
            throw ValidationError("Use --json or --format, not both.")
        }
        _ = try self.serverCapacity()
        _ = try self.profiles()
        _ = try self.fleet()
        _ = try self.parsedRoundTrip()
        _ = try self.policySearch(.all[0])
        if !self.recordings.isEmpty { try self.checkRecordings() }
    }

    /// The search and the time in which all clients have to be back; `nil` if none was requested.
    private func policySearch(
        _ script: FaultScript
    ) throws -> (search: PolicySearch, within: Duration)? {
        let time = try TypedTime.duration(self.within, "--within", in: .seconds(1)...Self.hour)
        guard self.search else {
            if time != nil { throw ValidationError("--within requires --search.") }
            return nil
        }
        guard let clients = self.clients.flatMap({ Int($0) }),
            let capacity = try self.serverCapacity()
        else {
            throw ValidationError(
                "--search requires --clients NUMBER and --capacity, such as --clients 10000 "
                    + "--capacity 500/s.")
        }
        guard !self.namesPolicies, self.printsText else {
            throw ValidationError("--search has no policies to compare, and prints only text.")
        }
        let search = PolicySearch(
            script: script, clients: clients, capacity: capacity, seed: self.seed ?? 1,
            roundTrip: try self.parsedRoundTrip())
        return (search, time ?? .seconds(60))
    }

    private static let hour = Duration.seconds(3600)

    func parsedRoundTrip() throws -> Duration? {
        try TypedTime.duration(self.roundTrip, "--round-trip", in: .zero ... .seconds(2))
    }

    func run() async throws {
        guard self.recordings.isEmpty else { return try await self.compareRecordings() }
        guard let name = self.script ?? (self.search ? "restart" : nil) else {
            try Console.print(Self.list)
            return
        }
        let script = try Self.script(name)
        if let (search, time) = try self.policySearch(script) {
            return try Console.print(
                search.lines(try await search.run(), within: time).joined(separator: "\n"))
        }
        guard let plan = try self.plan(script) else {
            let report = LabReport(
                script, try self.profiles(), seed: self.seed, roundTrip: try self.parsedRoundTrip())
            return try self.print(report)
        }
        let hasGraphs = self.namesPolicies
        let isText = self.printsText
        let chart = Self.chart
        let report = try await plan.run { herds, report in
            if !isText { Self.noteProgress(report.herds.count, of: plan.rows.count) }
            guard isText else { return }
            let head = report.herds == herds ? chart.head(report, hasGraphs: hasGraphs) : []
            let rows = chart.rows(herds, report, hasGraphs: hasGraphs)
            try Console.print((head + rows).joined(separator: "\n"))
        }
        guard isText else { return try self.print(report) }
        let tail = chart.tail(report, hasGraphs: hasGraphs)
        if !tail.isEmpty { try Console.print(tail.joined(separator: "\n")) }
    }

    var printsText: Bool { self.format == nil && !self.printsJSON }

    static var chart: LabChart {
        LabChart(Console.alphabet == .ascii ? .ascii : .unicode, width: self.width)
    }

    private static func noteProgress(_ count: Int, of total: Int) {
        guard total > 1, isatty(STDERR_FILENO) == 1 else { return }
        Console.error("played \(count) of \(total) policies")
    }

    private func print(_ report: LabReport) throws {
        guard !self.printsJSON else { return try Console.print(report.json) }
        switch self.format {
        case nil: try Console.print(Self.chart.lines(report).joined(separator: "\n"))
        case .csv: try Console.print(report.csv.trimmedLines)
        case .svg: try Console.print(report.svg.trimmedLines)
        }
    }

    private func plan(_ script: FaultScript) throws -> LabPlan? {
        guard let clients = self.clients else { return nil }
        let capacity = try self.serverCapacity()
        let roundTrip = try self.parsedRoundTrip()
        if let fleet = try self.fleet() {
            return LabPlan(
                script, fleet: fleet, seed: self.seed ?? 1, capacity: capacity,
                roundTrip: roundTrip)
        }
        return LabPlan(
            script, try self.profiles(), clients: Int(clients) ?? 1, jitters: [true],
            seed: self.seed ?? 1, capacity: capacity, roundTrip: roundTrip)
    }

    // MARK: Clients

    /// The fleet that `--clients` describes; `nil` for one number for every policy.
    private func fleet() throws -> LabFleet? {
        guard let clients = self.clients else { return nil }
        let error = ValidationError(
            "--clients must be between 1 and \(LabHerd.mostClients), or a number for each "
                + "policy, such as pusher-js=6000,pusher-java=3000.")
        if let count = Int(clients) {
            guard (1...LabHerd.mostClients).contains(count) else { throw error }
            return nil
        }
        guard !self.namesPolicies else {
            throw ValidationError(
                "Name the policies in --clients or with --compare or --policy, but not both.")
        }
        let fleet = try clients.split(separator: ",").map { part -> (LabProfile, Int) in
            guard let sign = part.lastIndex(of: "="), let count = Int(part[sign...].dropFirst()),
                (1...LabHerd.mostClients).contains(count)
            else { throw error }
            return (try self.profile(String(part[..<sign]), "--clients"), count)
        }
        guard (1...LabHerd.mostClients).contains(fleet.map(\.1).reduce(0, +)) else { throw error }
        return fleet
    }

    func serverCapacity() throws -> LabCapacity? {
        guard let text = self.capacity else {
            guard self.server == .linux else {
                throw ValidationError("--server requires --capacity.")
            }
            return nil
        }
        guard self.clients != nil || !self.recordings.isEmpty else {
            throw ValidationError("--capacity requires --clients.")
        }
        guard let capacity = LabCapacity(typed: text, server: self.server) else {
            throw ValidationError("--capacity must be \(LabCapacity.expected).")
        }
        return capacity
    }

    private static var width: Int {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
            return 100
        }
        return Int(window.ws_col)
    }

    // MARK: Scripts

    private static var list: String {
        let width = FaultScript.all.map(\.name.count).max() ?? 0
        let rows = FaultScript.all.map { "  \($0.name.padded(to: width))  \($0.words)" }
        return (["Scripts:", ""] + rows + ["", "To play one: buoy lab restart"])
            .joined(separator: "\n")
    }

    static func script(_ name: String) throws -> FaultScript {
        let script = try FaultScriptFile.chosen(name)
        if let step = script.steps.first(where: { !$0.fault.isPlayedInLab }) {
            throw ValidationError(
                "\(name): the laboratory simulates only how connections start and end, so it "
                    + "cannot play \(step.fault.words); use --fault-script with a real connection")
        }
        return script
    }

    // MARK: Policies

    var namesPolicies: Bool { self.compare != nil || self.reconnection.isGiven }

    /// One's own policy first, then those to compare it with.
    func profiles() throws -> [LabProfile] {
        var profiles: [LabProfile] = []
        if self.reconnection.isGiven {
            var options = ChannelsOptions(appKey: "lab", host: .host("lab"))
            try self.reconnection.apply(to: &options)
            var policy = options.effectivePolicy
            policy.name = "yours"
            profiles.append(LabProfile(policy))
        }
        guard let names = self.compare else {
            let isTable = self.clients != nil && !self.namesPolicies
            let others = isTable ? LabProfile.returning : LabProfile.compared
            return try (profiles + others).map(self.waiting)
        }
        let others = try names.split(separator: ",").map(String.init).flatMap { text in
            text.hasSuffix(".toml")
                ? try PolicyFile.read(text).map { try self.waiting(LabProfile($0)) }
                : [try self.profile(text, "--compare")]
        }
        return try profiles.map(self.waiting) + others
    }

    private func profile(_ text: String, _ option: String) throws -> LabProfile {
        let profile: LabProfile
        do throws(LabProfileError) {
            profile = try LabProfile.typed(text, policies: ReconnectionArguments.policyNames)
        } catch {
            throw ValidationError("\(option): \(error.description)")
        }
        return try self.waiting(profile)
    }

    func waiting(_ profile: LabProfile) throws -> LabProfile {
        let time = try TypedTime.duration(
            self.pongTimeout, "--pong-timeout", in: .seconds(1) ... .seconds(86_400))
        return time.map(profile.waitingForPongs) ?? profile
    }
}

enum LabOutput: String, ExpressibleByArgument, CaseIterable {
    case csv, svg
}

extension LabServerKind: ExpressibleByArgument {}

extension String {
    fileprivate var trimmedLines: String {
        self.split(whereSeparator: \.isNewline).joined(separator: "\n")
    }
}

extension Fault {
    /// Whether the laboratory can play it, which knows connections but not what passes on them.
    fileprivate var isPlayedInLab: Bool {
        switch self {
        case .cut, .reset, .truncate, .close, .error, .silence(.both), .silence(.old), .loss,
            .noPongs, .delayAnswers, .refuse, .unreachable, .stall, .unresolved, .status, .reject:
            true
        case .corrupt, .silence, .buffer, .delay, .throttle: false
        }
    }
}

extension LabCommand: HelpedCommand {
    static var commonOptions: [String]? {
        [
            "policy", "compare", "clients", "capacity", "server", "pong-timeout", "seed",
            "round-trip", "search", "within", "from", "json", "format",
        ]
    }

    static var examples: [CommandExample] {
        [
            CommandExample("buoy lab", "list the scripts"),
            CommandExample("buoy lab restart", "all policies, one client"),
            CommandExample(
                "buoy lab restart --clients 10000 --capacity 500/s", "until all clients reconnect"),
        ]
    }
}
