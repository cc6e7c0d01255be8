import ArgumentParser
import BuoyProgramSupport
import ChannelsHTTPAPI
import ChannelsProtocol
import Glibc

/// Ends all connections of a user.
struct TerminateCall: APICall {
    static let configuration = CommandConfiguration(
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

    static let changesServer = true

    func call(_ api: ChannelsAPI) async throws -> CommandOutput {
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

    static let ownCommonOptions = ["yes"]

    static var examples: [CommandExample] {
        [
            CommandExample("buoy terminate ana -s prod", "asks for confirmation")
        ]
    }
}
