package import ArgumentParser
package import BuoyProgramSupport
package import BuoyScripts

/// An alias for `buoy tail --count 1 --only event,client`.
package struct OnceCommand: AsyncParsableCommand, VariableTaking, ServerChoosing {
    package static let configuration = CommandConfiguration(
        commandName: "once",
        abstract: "Wait for an event and print it.",
        usage: "buoy once [CHANNEL...] [OPTIONS]",
        discussion: """
            Prints the first matching event and exits: buoy tail with --count 1 --only events, and \
            with its options. Events published before the channel is subscribed are not seen; \
            --ready reports when it is.

            Without a channel, it waits on the channels configured for the server.

            Exit codes: 0 the event came, 1 failed while running, 2 wrong usage, 3 permanently \
            refused by the server, 4 server not reached, 5 no channel was authorized, 6 the event \
            did not come in time, 128+n ended by signal n.
            """)

    // Nested groups are slow to parse in debug builds (docs/dev/decisions.md); only this and the
    // dashboard's variants use them.
    @OptionGroup package var tail: TailCommand

    package init() {}

    package static var variables: [OptionVariable] { TailCommand.variables }
    package var subjects: [ServerSubject] { self.tail.subjects }
    package var lacksServer: Bool { self.tail.lacksServer }
    package var configurationPath: String? { self.tail.configurationPath }

    package mutating func use(_ environment: AppEnvironment) throws {
        try self.tail.use(environment)
    }

    package mutating func use(_ servers: [NamedServer]) throws { try self.tail.use(servers) }

    package mutating func useOwnSandbox() throws { try self.tail.useOwnSandbox() }

    package func run() async throws { try await self.tail.once.run() }
}

extension OnceCommand: HelpedCommand {
    package static var commonOptions: [String]? {
        [
            "event", "for", "data", "ready", "count", "json", "fields", "filter", "server", "env",
            "sandbox",
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
