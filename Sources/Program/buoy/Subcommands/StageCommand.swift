import ArgumentParser
import ProgramSupport
import Scripts

/// Plays an act on the stage.
struct StageCommand: AsyncParsableCommand, VariableTaking, ServerChoosing {
    static let configuration = CommandConfiguration(
        commandName: "stage",
        abstract: "Play an act on the stage, for a talk.",
        usage: """
            buoy stage FILE [OPTIONS]                   with the built-in sandbox
            buoy stage FILE --key KEY --host HOST ...   with a server
            """,
        discussion: """
            An act is a TOML file with cues: what bots do, what you say, and faults of your own \
            connection. Space starts the next cue. The options are those of buoy; the act's channel is \
            subscribed to first.

            Exit codes: as those of buoy; 2 for an error in the file.
            """)

    /// All variables of the dashboard.
    static let variables = OptionVariable.all

    @Argument(help: ArgumentHelp("The file with the act.", valueName: "file"))
    var file: String

    // The only groups inside a group, which `ConnectingCommand` advises against: the dashboard has
    // too many options to declare them twice.
    @OptionGroup
    var watch: WatchCommand

    var serverNames: [String] { self.watch.serverNames }
    var configurationPath: String? { self.watch.configurationPath }

    mutating func use(_ servers: [NamedServer]) throws { try self.watch.use(servers) }

    func run() async throws {
        try await self.watch.run(playing: try self.act())
    }

    private func act() throws -> StageAct {
        do throws(StageFile.Failure) {
            return try StageFile.read(self.file)
        } catch {
            throw ProgramFailure(.usage, error.description)
        }
    }
}
