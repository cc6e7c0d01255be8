package import ArgumentParser
import Channels
import ChannelsProtocol
import Events
import MetricsService
package import ProgramSupport
import Scripts
import Sessions
import TextCoding

/// Prints what happens on channels, one line each.
package struct TailCommand: LineCommand, StayingCommand {
    package static let configuration = CommandConfiguration(
        commandName: "tail",
        abstract: "Print events of channels as lines, JSON or columns.",
        usage: "buoy tail [CHANNEL...] [OPTIONS]",
        discussion: """
            It prints one line per event until it is interrupted, and skips none. Without a channel, \
            it prints those of the server in the configuration; without a server, of the sandbox.

            Exit codes: 0 ended normally, 1 failed while running, 2 wrong usage, 3 refused by the \
            server for good, 4 server not reached, 5 no channel was authorized, 128+n ended by \
            signal n.
            """)

    @Argument(help: ArgumentHelp("The channels.", valueName: "channel"), completion: .channels)
    package var channels: [String] = []

    @OptionGroup(title: "Lines")
    var lines: LineArguments

    @OptionGroup(title: "Lines")
    var selection: SelectionArguments

    @OptionGroup(title: "Metrics")
    var metrics: MetricsArguments

    @OptionGroup(title: "Metrics")
    var hosts: HostArguments

    @OptionGroup(title: "Recording")
    var recording: RecordingArguments

    @OptionGroup(title: ServerArguments.title)
    package var server: ServerArguments

    @OptionGroup(title: IdentityArguments.title)
    package var identity: IdentityArguments

    @OptionGroup(title: RouteArguments.title)
    package var route: RouteArguments

    @OptionGroup(title: TimingArguments.title)
    package var reconnection: ReconnectionArguments

    @OptionGroup(title: TimingArguments.title)
    package var timing: TimingArguments

    package init() {}

    package func validate() throws {
        try self.connection.validate()
        try self.recording.requireFile()
        _ = try self.selection.selection(self.lines)
        if self.namesNoChannels, self.connection.namesServer {
            throw ValidationError("Give the names of the channels to print.")
        }
    }

    package func run() async throws {
        _ = try await LineRun(
            connection: self.connectionToChannels(),
            format: self.lines.format(), selection: self.selection.selection(self.lines),
            timeLimit: self.selection.timeLimit(),
            limits: self.selection.skipsLines ? .skipping : .lossless, ascii: self.lines.ascii,
            metrics: self.metrics.address(allowing: self.hosts.allowedHosts),
            recording: self.recording
        ).run()
    }
}

/// The arguments of `buoy tail` for what is printed, and how much.
struct SelectionArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Print only these kinds, such as event,gap. The kinds are event, client, sent, member, \
            channel, connection, user, binding, problem, error, gap and system.
            """, valueName: "kinds"),
        completion: .lists { _ in FilterKind.allCases.map { CompletionValue($0.rawValue) } })
    var only: String?

    @Option(.count) var count: Int?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Stop after this time, such as 30s, 10m or 1h.", valueName: "time"))
    var time: String?

    @Flag(.verbose) var verbose = false

    @Flag(
        name: .customLong("skip"),
        help: """
            Skip lines if their reader is too slow. They are counted. Without it, 64 MiB wait, and \
            then the server is read more slowly.
            """)
    var skipsLines = false

    init() {}

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count must be at least 1.") }
        _ = try self.timeLimit()
    }

    /// How long to print; `nil` for no limit.
    func timeLimit() throws -> Duration? { try TypedTime.duration(self.time, "--for") }

    /// Which reports are printed.
    func selection(_ lines: LineArguments) throws -> EventSelection {
        var selection = EventSelection()
        selection.kinds = try Self.kinds(self.only)
        // Columns are values of events, unless something else was asked for.
        if self.only == nil, lines.fields != nil { selection.kinds = [.event, .client] }
        selection.filter = try lines.parsedFilter()
        selection.includesQuiet = self.verbose
        selection.remaining = self.count
        return selection
    }

    /// The kinds of the filter language, also in the plural.
    private static func kinds(_ text: String?) throws -> Set<FilterKind> {
        guard let text else { return [] }
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        return Set(
            try words.map { word in
                let word = word.lowercased()
                if let kind = FilterKind(rawValue: word) { return kind }
                if word.hasSuffix("s"), let kind = FilterKind(rawValue: String(word.dropLast())) {
                    return kind
                }
                let names = FilterKind.allCases.map(\.rawValue)
                guard !word.isEmpty else {
                    throw ValidationError(
                        "--only: a kind is missing beside a comma; the kinds are "
                            + "\(names.joined(separator: ", ")).")
                }
                let meant = Suggestion.nearest(toTyped: word, among: names)
                throw ValidationError(
                    "--only: there is no kind \(word); "
                        + (Suggestion.question(meant)
                            ?? "the kinds are \(names.joined(separator: ", "))."))
            })
    }
}

extension TailCommand: HelpedCommand {
    package static var commonOptions: [String]? {
        [
            "json", "fields", "filter", "only", "count", "for", "skip", "metrics", "record",
            "server", "env", "key", "cluster", "host", "port", "no-tls", "auth-endpoint",
            "auth-header", "secret-file", "name",
        ]
    }

    package static var examples: [CommandExample] {
        [
            CommandExample("buoy tail orders", "the events of a channel"),
            CommandExample("buoy tail -j orders | jq .data", "as JSON, for other programs"),
            CommandExample(
                "buoy tail -s prod -f 'event:order.*'", "only what matches"),
            CommandExample(
                "buoy tail orders --record orders.jsonl", "keep them, for buoy replay"),
        ]
    }
}
