package import ArgumentParser
import BuoyDashboard
package import BuoyProgramSupport
package import BuoyScripts
import BuoySessions
import Channels
import ChannelsBasics
import ChannelsProtocol

package struct TailCommand: LineCommand, StayingCommand {
    package static let configuration = CommandConfiguration(
        commandName: "tail",
        abstract: "Print channel events as lines, JSON or columns.",
        usage: "buoy tail [CHANNEL...] [OPTIONS]",
        discussion: """
            Prints one line per event until interrupted, and skips none. Without a channel, it \
            prints the channels configured for the server, or with --sandbox those of the sandbox.

            With several servers, each line names its server. With a configuration, from --server \
            or --config, its alerts are printed as lines too, and run their commands. With --metrics, \
            it stays up while a server refuses it or is not reached, and tries again.

            Exit codes: 0 ended normally, 1 failed while running, 2 wrong usage, 3 permanently \
            refused by the server, 4 server not reached, 5 no channel was authorized, 6 fewer \
            lines than --count within --for, 128+n ended by signal n. With several servers, buoy \
            exits when the last one ends, with the highest of their codes.
            """)

    @OptionGroup var channels: ChannelArguments

    @OptionGroup(title: "Lines")
    var lines: LineArguments

    @OptionGroup(title: "Lines")
    var selection: SelectionArguments

    @OptionGroup(title: "Lines")
    var events: EventArguments

    @OptionGroup(title: "Lines")
    var plain: PlainArguments

    @OptionGroup(title: "Metrics")
    var metrics: MetricsArguments

    @OptionGroup(title: "Metrics")
    var probing: ProbingArguments

    @OptionGroup(title: "Metrics")
    var hosts: HostArguments

    @OptionGroup(title: "Recording")
    var recording: RecordingArguments

    @OptionGroup(title: "Configuration")
    var configurationFile: ConfigurationArguments

    @OptionGroup(title: "Log")
    var log: LogArguments

    @OptionGroup(title: "Faults")
    var faults: FaultArguments

    @OptionGroup(title: ServerArguments.title)
    package var server: ServerArguments

    @OptionGroup(title: IdentityArguments.title)
    package var identity: IdentityArguments

    @OptionGroup(title: IdentityArguments.title)
    var app: AppIDArguments

    @OptionGroup(title: RouteArguments.title)
    package var route: RouteArguments

    @OptionGroup(title: TimingArguments.title)
    package var reconnection: ReconnectionArguments

    @OptionGroup(title: TimingArguments.title)
    package var timing: TimingArguments

    private var several = AfterParsing<[NamedServer]>()
    private var namesServers = AfterParsing<Bool>()

    package init() {}

    package static var variables: [OptionVariable] {
        OptionVariable.forConnections([.policy, ServerSetting.appID.option])
    }

    package var connection: ConnectionArguments {
        get { self.connection(app: self.app) }
        set {
            self.take(newValue)
            self.app = newValue.app ?? self.app
        }
    }

    package var configurationPath: String? { self.configurationFile.path }

    package mutating func use(_ servers: [NamedServer]) throws {
        self.namesServers.value = self.subjects.contains {
            if case .name = $0 { true } else { false }
        }
        guard servers.count > 1 else { return try self.useOne(of: servers) }
        guard self.server.host == nil, self.server.cluster == nil else {
            throw ValidationError(
                "--host and --cluster apply to a single server: give one --server.")
        }
        self.channels.dropSubjects()
        self.several.value = servers
        for server in servers { _ = try self.connectionToChannels(of: server) }
    }

    package func validate() throws {
        try self.connection.validate()
        try self.recording.requireFile()
        if try self.probing.interval() != nil, try self.metrics.address() == nil {
            throw ValidationError("--publish-every needs --metrics.")
        }
        _ = try self.faults.plan()
        let formats = [
            self.plain.printsSentences, self.lines.printsJSON, self.lines.fields != nil,
            self.events.printsData,
        ]
        guard formats.count(where: { $0 }) <= 1 else {
            throw ValidationError("Use only one of --plain, --json, --fields and --data.")
        }
        _ = try self.eventSelection()
        if self.namesNoChannels, self.connection.namesServer {
            throw ValidationError("Name at least one channel to print.")
        }
    }

    package func run() async throws {
        try FileDescriptors.require()
        var run = LineRun(try self.servers(), try self.format())
        var selection = try self.eventSelection()
        let tally = SharedValue(EventTally())
        selection.tally = tally
        run.selection = selection
        run.tellsReady = self.events.tellsReady
        run.timeLimit = try self.selection.timeLimit()
        run.skipsLines = self.selection.skipsLines
        run.ascii = self.lines.ascii
        run.metrics = try self.metrics.address(allowing: self.hosts.allowedHosts)
        run.probeInterval = try self.probing.interval()
        run.recording = self.recording
        run.faults = try self.faults.plan()
        if self.namesServers.value == true || self.configurationPath != nil {
            run.use(try PrintedConfiguration.read(self.configurationPath))
        }
        run.logger = try self.log.logger()
        if try await run.run() == .timeIsUp, let count = selection.remaining {
            throw ProgramFailure(
                .timedOut,
                tally.withLock { $0.sentence(count, within: self.selection.time ?? "") })
        }
    }

    private func format() throws -> LineFormat {
        if self.plain.printsSentences { return .sentences }
        return self.events.printsData
            ? .fields([.data], isAligned: false) : try self.lines.format()
    }

    private func eventSelection() throws -> EventSelection {
        var selection = try self.selection.selection(self.lines, self.events)
        if let event = self.events.event {
            let named = try EventFilter(event: event)
            selection.filter = selection.filter.map { $0.and(named) } ?? named
        }
        return selection
    }

    /// A copy that ends after the first event.
    var once: TailCommand {
        var once = self
        once.selection.count = self.selection.count ?? 1
        once.selection.only = self.selection.only ?? "event,client"
        return once
    }

    private func servers() throws -> [LineRun.Server] {
        guard let several = self.several.value else {
            return [LineRun.Server(try self.connectionToChannels())]
        }
        return try several.map {
            LineRun.Server(try self.connectionToChannels(of: $0), name: $0.name)
        }
    }
}

struct ProbingArguments: ParsableArguments {
    @Option(
        name: .customLong("publish-every"),
        help: ArgumentHelp(
            """
            With --metrics: publish an event on buoy-check this often through the HTTP API, and \
            measure when it arrives.
            """, valueName: "time"))
    var time: String?

    func validate() throws { _ = try self.interval() }

    func interval() throws -> Duration? {
        try TypedTime.duration(
            self.time, "--publish-every", in: .seconds(1) ... .seconds(86_400))
    }
}

struct SelectionArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Print only these kinds, such as event,gap. Kinds: event, client, sent, member, \
            channel, connection, user, binding, problem, error, gap, system and \
            alert.
            """, valueName: "kinds"),
        completion: .lists { _ in FilterKind.allCases.map { CompletionValue($0.rawValue) } })
    var only: String?

    @Option(.count) var count: Int?

    @Option(
        name: [.customLong("for"), .customLong("timeout"), .customShort("t")],
        help: ArgumentHelp(
            """
            Stop after this time, such as 30s, 10m or 1h. With --count, exit with 6 if fewer lines \
            came.
            """, valueName: "time"))
    var time: String?

    @Flag(.verbose) var verbose = false

    @Flag(
        name: .customLong("skip"),
        help: """
            Skip and count lines if the reader is too slow. By default, up to 64 MiB are buffered; \
            then buoy reads from the server more slowly.
            """)
    var skipsLines = false

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count must be at least 1.") }
        _ = try self.timeLimit()
    }

    func timeLimit() throws -> Duration? { try TypedTime.duration(self.time, "--for") }

    func selection(
        _ lines: LineArguments, _ events: EventArguments
    ) throws -> EventSelection {
        var selection = EventSelection()
        let words = Self.words(self.only)
        let kinds = words?.filter { !Self.alert.contains($0) }
        selection.kinds = try Self.kinds(kinds ?? [])
        if words != nil {
            selection.notes = words == kinds ? [] : .alerts
            if selection.kinds.contains(.gap) { selection.notes.insert(.missed) }
        }
        selection.includesReports = words == nil || kinds?.isEmpty == false
        // Columns are values of events, unless something else was requested.
        if words == nil, lines.fields != nil || events.printsData || events.event != nil {
            selection.kinds = [.event, .client]
            selection.notes = []
        }
        selection.filter = try lines.parsedFilter()
        selection.includesQuiet = self.verbose
        selection.remaining = self.count
        return selection
    }

    private static let alert = ["alert", "alerts"]

    private static func words(_ text: String?) -> [String]? {
        text?.lowercased().split(separator: ",", omittingEmptySubsequences: false)
            .map(String.init)
    }

    private static func kinds(_ words: [String]) throws -> Set<FilterKind> {
        Set(
            try words.map { word in
                if let kind = FilterKind(rawValue: word) { return kind }
                if word.hasSuffix("s"), let kind = FilterKind(rawValue: String(word.dropLast())) {
                    return kind
                }
                let names = FilterKind.allCases.map(\.rawValue) + Self.alert.prefix(1)
                guard !word.isEmpty else {
                    throw ValidationError(
                        "--only: a kind is missing next to a comma; choose from "
                            + names.joined(separator: ", "))
                }
                throw ValidationError("--only: \(Suggestion.unknown("kind", word, among: names))")
            })
    }
}

struct EventArguments: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Print only events with this name; * matches any text, ? one character.",
            valueName: "name"))
    var event: String?

    @Flag(name: .customLong("data"), help: "Print only the data of events.")
    var printsData = false

    @Flag(
        name: .customLong("ready"),
        help: "Print a line to standard error when the channels are subscribed.")
    var tellsReady = false
}

extension EventFilter {
    fileprivate init(event: String) throws {
        do throws(EventFilterError) {
            // Quoted text is literal, so only a name with a sign of the language is quoted.
            let isPattern = event.allSatisfy { !$0.isWhitespace && !"\"()/".contains($0) }
            try self.init("event:" + (isPattern ? event : FilterText.written(event)))
        } catch {
            throw ValidationError("--event: \(error.description)")
        }
    }
}

extension TailCommand: HelpedCommand {
    package static var commonOptions: [String]? {
        [
            "json", "plain", "fields", "data", "event", "filter", "only", "count", "for", "metrics",
            "record",
            "server", "env", "sandbox",
        ]
    }

    package static var examples: [CommandExample] {
        [
            CommandExample("buoy tail orders", "the events of a channel"),
            CommandExample("buoy tail -j orders | jq .data", "as JSON, for other programs"),
            CommandExample(
                "buoy tail -s prod -f 'event:order.*'", "only what matches"),
            CommandExample(
                "buoy tail orders --record orders.jsonl", "record them for buoy replay"),
        ]
    }
}
