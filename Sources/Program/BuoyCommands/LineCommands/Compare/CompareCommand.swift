package import ArgumentParser
import BuoyDashboard
package import BuoyProgramSupport
package import BuoyScripts
import ChannelsProtocol

package struct CompareCommand: AsyncParsableCommand, ServerChoosing {
    package static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare the events of two servers, or of two recordings.",
        usage: "buoy compare SERVER SERVER [CHANNEL...] [OPTIONS]",
        discussion: """
            Subscribes to the same channels on two servers from the configuration, and prints the \
            events that only one delivered, that came late or with different data, and a summary. \
            Two files, whose names end with .jsonl or contain a slash, are compared instead: \
            recordings, or lines that buoy tail --json printed.

            Without a channel, it compares the channels configured for both servers, or those \
            in both files.

            Two events are the same if channel, name and data match byte for byte. An event waits \
            a third of the time for its counterpart, at most 10 s. A counterpart after a \
            tenth of the wait is late. Events too close to the end are not compared. Channels with \
            different members or subscribers are noted.

            Exit codes: 0 the same, 1 failed while running, 2 wrong usage, 3 refused by a server for \
            good, 4 a server was not reached, 5 no channel was authorized on a server, 7 different.
            """)

    @Argument(
        help: ArgumentHelp("The first server or file.", valueName: "server"),
        completion: ServerArguments.completion)
    var first: String

    @Argument(
        help: ArgumentHelp("The second server or file.", valueName: "server"),
        completion: ServerArguments.completion)
    var second: String

    @OptionGroup var channels: ChannelArguments

    @OptionGroup(title: "Comparing")
    var comparing: ComparingArguments

    @OptionGroup(title: "Configuration")
    var configurationFile: ConfigurationArguments

    private var servers = AfterParsing<[NamedServer]>()

    package init() {}

    private var names: [String] { [self.first, self.second] }
    package var subjects: [ServerSubject] {
        self.areFiles ? [] : self.names.map { ServerSubject($0) }
    }
    package var configurationPath: String? { self.configurationFile.path }

    package mutating func use(_ servers: [NamedServer]) throws {
        guard servers.count == 2 else {
            throw ValidationError("Name two different servers.")
        }
        self.servers.value = servers
        _ = try self.connections()
    }

    package func validate() throws {
        guard self.areFiles == self.names.contains(where: Self.isFile) else {
            throw ValidationError("Compare two servers or two files.")
        }
        guard !self.areFiles || self.comparing.givenTime == nil else {
            throw ValidationError("--for is for servers: files are compared to their end.")
        }
    }

    private var areFiles: Bool { self.names.allSatisfy(Self.isFile) }

    private static func isFile(_ name: String) -> Bool {
        name.hasSuffix(".jsonl")
            || name.contains("/") && !name.contains("://") && !ServerSubject.isEnvironmentFile(name)
    }

    package func run() async throws {
        guard !self.areFiles else {
            var comparison = try RecordingComparison(
                self.names, channels: self.channels.names(), self.comparing)
            return try await comparison.run()
        }
        try await CompareRun(
            servers: zip(try self.connections(), self.servers.value ?? []).map {
                LineRun.Server($0, name: $1.name)
            }, options: self.comparing
        ).run()
    }

    private func connections() throws -> [ConnectionArguments] {
        let servers = self.servers.value ?? []
        var connections = try servers.map {
            try ConnectionArguments.unset().completed(
                from: $0, takesChannels: self.channels.isEmpty)
        }
        let channels =
            self.channels.isEmpty
            ? connections.flatMap { $0.server.subscribe.value ?? [] } : try self.channels.names()
        guard !channels.isEmpty else {
            throw ValidationError("Name at least one channel to compare.")
        }
        for index in connections.indices { connections[index].server.subscribe.value = channels }
        return connections
    }
}

struct ComparingArguments: ParsableArguments, Sendable {
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "Stop after this time, such as 30s, 10m or 1h. The default is 30s.",
            valueName: "time"))
    var givenTime: String?

    @Option(
        name: .customLong("window"),
        help: ArgumentHelp(
            "How long an event waits for its counterpart, at most half of the time compared.",
            valueName: "time"))
    var givenWindow: String?

    @Flag(.json, help: "Print one JSON object per difference, and one at the end.")
    var printsJSON = false

    @Flag(
        name: .customLong("ready"),
        help: "Print a line to standard error when both servers are subscribed.")
    var tellsReady = false

    @Flag(.ascii) var ascii = false

    func validate() throws { _ = try self.window() }

    func timeLimit() throws -> Duration {
        try TypedTime.duration(self.givenTime, "--for") ?? .seconds(30)
    }

    /// - Parameter time: how long is compared; that of `--for` if it is not known.
    func window(of time: Duration? = nil) throws -> Duration {
        let limit = try time ?? self.timeLimit()
        let windows = ServerComparison.windows
        let given = try TypedTime.duration(self.givenWindow, "--window", in: windows)
        guard let given else {
            return min(ServerComparison.standardWindow, max(limit / 3, windows.lowerBound))
        }
        guard given <= limit / 2 else {
            throw ValidationError(
                "--window must be at most half of the time compared, "
                    + "\(limit.inWords).")
        }
        return given
    }
}

extension CompareCommand: HelpedCommand {
    package static var examples: [CommandExample] {
        [
            CommandExample("buoy compare prod staging orders", "for 30s"),
            CommandExample("buoy compare prod staging orders --for 10m", "for longer"),
            CommandExample("buoy compare prod staging orders -j", "as JSON, for other programs"),
            CommandExample("buoy compare prod.jsonl staging.jsonl", "two recordings"),
        ]
    }
}
