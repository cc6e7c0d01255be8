import ArgumentParser
import BuoyCursesTerminal
import BuoyDashboard
import BuoyDashboardRuntime
import BuoyProgramSupport
import BuoyRecordingFiles
import BuoySessions
import BuoyTextScreen
import ChannelsProtocol

struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replay a recording at any speed.",
        usage: "buoy replay FILE [--speed NUMBER] [--since TIME] [OPTIONS]",
        discussion: """
            Shows a recording made with --record or :record in the dashboard. No connection is \
            made. % freezes time, F7 and F8 change the speed, Alt-, and Alt-. step report by \
            report, [ and ] skip ten seconds back and forward, and :seek jumps to a time.

            A .har file saved by Chrome, mitmproxy or HTTP Toolkit is replayed as if buoy had \
            recorded its Channels WebSocket.

            Exit codes: 0 done, 2 not a recording.
            """)

    @Argument(
        help: ArgumentHelp("The recording, or a HAR file.", valueName: "file"), completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp(
            "The speed, from 0.01 to 10000 times real time.", valueName: "number"))
    var speed = 1.0

    @Option(
        name: .customLong("since"),
        help: ArgumentHelp(
            "Where to start: \(SeekTarget.argumentForms).", valueName: "time"))
    var start: String?

    @OptionGroup(title: "Appearance")
    var configurationFile: ConfigurationArguments

    @OptionGroup(title: "Appearance")
    var appearance: AppearanceArguments

    func validate() throws {
        guard PlaybackClock.limits.contains(self.speed) else {
            throw ValidationError("--speed must be between 0.01 and 10000.")
        }
        if let start, SeekTarget(argument: start) == nil {
            throw ValidationError(
                "--since must be one of \(SeekTarget.argumentForms), not \(start).")
        }
    }

    func run() async throws {
        let start = try DashboardStart(
            self.appearance,
            ConfigurationLoader(
                environment: Environment.current,
                configuration: self.configurationFile.path))
        let path = self.file
        guard let terminal = await start.terminal(watching: "a recording", secrets: []) else {
            _ = try RecordingFile.opened(path)
            throw ProgramFailure(
                .usage, "A replay requires a terminal. Use buoy history to print a recording.")
        }
        // A HAR file is read as a whole.
        let file = try await start.waiting("Reading \(path).", on: terminal) {
            try RecordingFile.opened(path)
        }
        var options = await start.options(on: terminal)
        options.isReplay = true
        options.serverLabel = file.header.server
        options.address = file.header.address
        options.appKey = file.header.appKey
        options.usesTLS = file.header.usesTLS
        let feed = ReplayFeed(file, at: SystemTime().now(), speed: self.speed)
        let source = await ReplaySource(feed, start: self.start.flatMap(SeekTarget.init(argument:)))
        try await start.show(source, options, on: terminal).leave()
    }
}

extension ReplayCommand: HelpedCommand {
    static var commonOptions: [String]? {
        [
            "speed", "since", "theme", "layout", "key-script",
        ]
    }

    static var examples: [CommandExample] {
        [
            CommandExample("buoy replay session.jsonl", "at the original speed"),
            CommandExample("buoy replay session.jsonl --speed 10", "ten times as fast"),
            CommandExample("buoy replay devtools.har", "a browser's HAR file"),
        ]
    }
}
