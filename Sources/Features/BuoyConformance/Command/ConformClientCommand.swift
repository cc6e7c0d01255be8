import ArgumentParser
import BuoyProgramSupport
import BuoyProtocolCases
import ChannelsBasics

struct ConformClientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client",
        abstract: "Test whether a client follows the protocol.",
        usage: """
            buoy conform client [OPTIONS] -- COMMAND...
            buoy conform client --port PORT [OPTIONS]
            """,
        discussion: """
            Starts the command for each case, with a scripted server and an authorization endpoint \
            on this machine, and judges the client by what it sends. Without a command, start the \
            client yourself: all cases then use one port, in turn.

            The client reads where to connect from BUOY_CONFORM_HOST, BUOY_CONFORM_PORT and \
            BUOY_CONFORM_KEY, without TLS; its authorization endpoint from BUOY_CONFORM_AUTH, and \
            the channels to subscribe to from BUOY_CONFORM_CHANNELS, with commas between. For each \
            event called echo on a private or presence channel, it triggers the client event \
            client-echo with the same data on that channel.

            Exit codes: 0 no rule is broken that must be followed, 1 one is, 2 wrong usage.
            """)

    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("The command that starts the client.", valueName: "command"))
    var command: [String] = []

    @Flag(name: .customLong("buoy"), help: "Test buoy's own client.")
    var testsOwnClient = false

    @Option(
        help: ArgumentHelp(
            "Without a command: the port of 127.0.0.1 for all cases.", valueName: "port"))
    var port: Int?

    @OptionGroup var arguments: ConformArguments

    func validate() throws {
        let subjects = [!self.command.isEmpty, self.port != nil, self.testsOwnClient]
        guard subjects.count(where: \.self) == 1 else {
            throw ValidationError(
                "Add the command that starts the client, as in buoy conform client -- node "
                    + "client.js, --port to start it yourself, or --buoy.")
        }
        if let port = self.port, !(1...65_535).contains(port) {
            throw ValidationError("--port must be a port from 1 to 65535.")
        }
    }

    func run() async throws {
        try FileDescriptors.require()
        let cases = try self.arguments.cases(forServers: false)
        let words = self.command
        let ownClient = self.testsOwnClient
        if let port {
            let place = ClientPlace(port: port, channels: ["the channels of each case"])
            for (name, value) in place.variables { Console.errorLine("\(name)=\(value)") }
        }
        let kind: CaseRun.Kind =
            if let port { .client(port: port, launch: nil) } else {
                .client(
                    port: 0,
                    launch: { ownClient ? await OwnClient.run($0) : await $0.run(words) })
            }
        let granted: Set<ConformCase.Need> = self.arguments.slow ? [.slow] : []
        let run = CaseRun(
            kind, granted: granted, width: self.port == nil ? self.arguments.parallel ?? 6 : 1)
        let program = words.last?.split(separator: "/").last.map(String.init) ?? "client"
        let name =
            self.arguments.subject ?? (ownClient ? "buoy \(Version.number)" : program)
        let report = try await self.arguments.report("client", name, "", cases, run)
        if report.hasFailed { throw ExitCode(ProgramExit.failed.rawValue) }
    }
}

extension ConformClientCommand: HelpedCommand {
    static var examples: [CommandExample] {
        [
            CommandExample("buoy conform client -- node client.js", "a client of pusher-js"),
            CommandExample(
                "buoy conform client --only 'C-1*' --recordings out -- python3 client.py",
                "some cases, with recordings"),
            CommandExample("buoy conform client --port 6099", "start the client by hand"),
        ]
    }
}
