package import ArgumentParser
package import FeatureInterface
package import ProgramSupport

/// The arguments of `buoy stage`, which plays an act.
package struct StageArguments: WatchVariant {
    package static let command = CommandConfiguration(
        commandName: "stage",
        abstract: "Play a scripted demo for a talk.",
        usage: """
            buoy stage [OPTIONS]                          the built-in act
            buoy stage FILE [OPTIONS]                     your own act
            buoy stage [FILE] --key KEY --host HOST ...   with a server
            """,
        discussion: """
            An act is a TOML file with cues: what bots do, what you say, and custom faults \
            connection. Without a file, the built-in one is played. Space starts the next cue. The \
            options are the options of buoy; the act's channel is subscribed to first.

            Exit codes: as for buoy; 2 for an error in the file.
            """)

    package static let examples = [
        CommandExample("buoy stage", "the built-in act, in the sandbox"),
        CommandExample("buoy stage talk.toml", "your own act"),
        CommandExample("buoy stage talk.toml -s prod", "on a server of the configuration"),
    ]

    @Argument(
        help: ArgumentHelp(
            "The file with the act; without it, the built-in act.", valueName: "file"))
    var file: String?

    package init() {}

    package func beginning() throws -> WatchBeginning {
        let act = try self.act()
        var beginning = WatchBeginning(title: "The stage")
        beginning.channels = [act.channel]
        beginning.pane = .stage
        beginning.facts = [act]
        return beginning
    }

    private func act() throws -> StageAct {
        do throws(StageFile.Failure) {
            return try StageFile.chosen(self.file)
        } catch {
            throw ProgramFailure(.usage, error.description)
        }
    }
}
