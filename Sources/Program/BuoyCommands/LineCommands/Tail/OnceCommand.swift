package import ArgumentParser
import BuoyDashboard
package import BuoyProgramSupport
import BuoyScripts
import BuoySessions
import Channels
import ChannelsEventWords
import ChannelsProtocol

package struct OnceCommand: LineCommand, StayingCommand {
    package static let configuration = CommandConfiguration(
        commandName: "once",
        abstract: "Wait for an event and print it.",
        usage: "buoy once [CHANNEL...] [OPTIONS]",
        discussion: """
            Prints the first matching event and exits. Events published before the channel is \
            subscribed are not seen; --ready reports when it is.

            Without a channel, it waits on the channels configured for the server.

            Exit codes: 0 the event came, 1 failed while running, 2 wrong usage, 3 refused by the \
            server for good, 4 server not reached, 5 no channel was authorized, 6 the event did not \
            come in time, 128+n ended by signal n.
            """)

    @OptionGroup var channels: ChannelArguments

    @OptionGroup(title: "Waiting")
    var waiting: WaitingArguments

    @OptionGroup(title: "Lines")
    var lines: LineArguments

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
        if self.waiting.printsData, self.lines.printsJSON || self.lines.fields != nil {
            throw ValidationError("Use only one of --data, --json and --fields.")
        }
        _ = try TypedTime.duration(self.waiting.timeout, "--timeout")
        _ = try self.selection()
        if self.namesNoChannels {
            throw ValidationError("Name at least one channel to wait on.")
        }
    }

    package func run() async throws {
        try FileDescriptors.require()
        let timeLimit = try TypedTime.duration(self.waiting.timeout, "--timeout")
        var run = LineRun(
            [LineRun.Server(try self.connectionToChannels())],
            self.waiting.printsData ? .fields([.data], isAligned: false) : try self.lines.format())
        run.selection = try self.selection()
        run.timeLimit = timeLimit
        run.ascii = self.lines.ascii
        run.tellsReady = self.waiting.tellsReady
        let end = try await run.run()
        if end == .timeIsUp {
            throw ProgramFailure(
                .timedOut,
                "The event did not come within \(self.waiting.timeout ?? "the time limit").")
        }
    }

    private func selection() throws -> EventSelection {
        var selection = EventSelection()
        selection.kinds = [.event, .client]
        selection.remaining = 1
        selection.filter = try self.lines.parsedFilter()
        guard let event = self.waiting.event else { return selection }
        let named = try EventFilter(event: event)
        selection.filter = selection.filter.map { $0.and(named) } ?? named
        return selection
    }
}

struct WaitingArguments: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The event name; * matches any text, ? one character.", valueName: "name"))
    var event: String?

    @Option(.timeout, help: "How long to wait, such as 30s or 10m. The default is no limit.")
    var timeout: String?

    @Flag(name: .customLong("data"), help: "Print only the event's data.")
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

extension OnceCommand: HelpedCommand {
    package static var commonOptions: [String]? {
        [
            "event", "timeout", "data", "ready", "json", "fields", "filter", "server", "env",
            "key", "cluster", "host", "port", "no-tls", "auth-endpoint", "auth-header",
            "secret-file",
        ]
    }

    package static var examples: [CommandExample] {
        [
            CommandExample(
                "buoy once orders -e order.paid -t 30s", "wait for an event, at most 30s"),
            CommandExample("buoy once orders --data", "print only its data"),
            CommandExample("buoy once orders -f 'data.id=7' --ready", "report the subscription"),
        ]
    }
}
