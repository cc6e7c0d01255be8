import ArgumentParser
import BuoyDashboardRuntime
import BuoyProgramSupport

struct StageArguments: WatchVariant {
    static let group = SubcommandGroup.teaching

    static let command = CommandConfiguration(
        commandName: "stage",
        abstract: "Play a scripted demo for a talk.",
        usage: """
            buoy stage [OPTIONS]                          the built-in act
            buoy stage FILE [OPTIONS]                     your own act
            buoy stage --room [FILE] [OPTIONS]            the audience joins by telephone
            buoy stage [FILE] --key KEY --host HOST ...   on a server
            """,
        discussion: """
            An act is a TOML file with cues: bot actions, your messages and faults on your own \
            connection. Without a file, buoy plays the built-in act. Press Space to start the next \
            cue. The options are the same as for buoy. buoy first subscribes to the act's channel.

            Exit codes: as for buoy; 2 for an error in the file.
            """)

    static let examples = [
        CommandExample("buoy stage", "the built-in act, in the sandbox"),
        CommandExample("buoy stage --room", "the audience joins by telephone"),
        CommandExample("buoy stage talk.toml", "your own act"),
        CommandExample("buoy stage talk.toml -s prod", "on a configured server"),
    ]

    @Argument(
        help: ArgumentHelp(
            "The act file (default: the built-in act).", valueName: "file"))
    var file: String?

    @OptionGroup(title: "Room")
    var room: RoomArguments

    func start() throws -> WatchStart {
        let act = try self.act()
        var start = WatchStart(title: "The stage")
        start.channels = [act.channel]
        start.pane = .stage
        start.facts = [act]
        if self.room.isOn {
            var room = self.room
            room.channel.value = act.channel
            start.arguments = [room]
        }
        return start
    }

    private func act() throws -> StageAct {
        do throws(StageFile.Failure) {
            return try StageFile.chosen(self.file, isRoom: self.room.isOn)
        } catch {
            throw ProgramFailure(.usage, error.description)
        }
    }
}
