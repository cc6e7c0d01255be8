package import ArgumentParser
package import BuoyProgramSupport
package import ChannelsHTTPAPI
import ChannelsProtocol
import Glibc

/// Ends all connections of a user.
package struct TerminateCommand: APICommand {
    package static let configuration = CommandConfiguration(
        commandName: "terminate",
        abstract: "Close all of a signed-in user's connections.",
        usage: "buoy terminate USER [OPTIONS]",
        discussion: """
            Asks for confirmation first. Without a terminal, --yes is required.

            \(ExitCodes.text)
            """)

    @Argument(help: ArgumentHelp("The user's id.", valueName: "user"))
    var user: String

    @Flag(name: [.customShort("y"), .customLong("yes")], help: "Skip the confirmation.")
    var isConfirmed = false

    @Flag(.json)
    package var printsJSON = false

    @OptionGroup(title: AppArguments.title)
    package var app: AppArguments

    @OptionGroup(title: SecretArguments.title)
    package var secret: SecretArguments

    @OptionGroup(title: RouteArguments.title)
    package var route: RouteArguments

    @OptionGroup(title: RequestArguments.title)
    package var requests: RequestArguments

    package static let changesServer = true

    package init() {}

    package func call(_ api: ChannelsAPI) async throws -> CommandOutput {
        guard try self.isConfirmed || self.asks() else {
            throw ProgramFailure(.failed, "Cancelled: no connections were closed.")
        }
        try await api.terminateConnections(of: UserID(self.user))
        return CommandOutput(
            "Asked the server to close all connections of \(self.user.oneLine(limit: 80)).",
            ["user": .string(self.user), "terminated": true])
    }

    /// Asks on the terminal. A read-only server has refused before.
    ///
    /// - Throws: `ValidationError` if there isn't one.
    private func asks() throws -> Bool {
        guard isatty(STDIN_FILENO) != 0 else {
            throw ValidationError(
                "buoy terminate cannot ask for confirmation without a terminal: add --yes."
            )
        }
        Console.errorLine(
            "Close all connections of \(self.user.oneLine(limit: 80))? Type yes to confirm:")
        let answer = readLine(strippingNewline: true)?.lowercased() ?? ""
        return ["y", "yes"].contains(answer)
    }
}

extension TerminateCommand: HelpedCommand {
    package static var commonOptions: [String]? {
        [
            "yes", "json", "server", "env", "app-id", "key", "cluster", "host", "port",
            "no-tls", "secret-file",
        ]
    }

    package static var examples: [CommandExample] {
        [
            CommandExample("buoy terminate ana -s prod", "asks for confirmation")
        ]
    }
}
