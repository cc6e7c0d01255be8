import ArgumentParser
import ChannelsProtocol
import Configuration
import CursesTerminal
import Dashboard
import DashboardParts
import DashboardRuntime
import FeatureList
import ProgramSupport
import Recording
import RecordingCommands
import TextScreen

/// Shows a recording in the dashboard, without any connection.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Show a recording as it happened, or faster or slower.",
        usage: "buoy replay FILE [--speed NUMBER] [--from TIME] [OPTIONS]",
        discussion: """
            The dashboard shows what was recorded with --record or :record. Nothing is connected to \
            anything. % stops time, F7 and F8 change the speed, Alt-, and Alt-. step from report to \
            report, [ and ] go ten seconds back and forward, and :seek goes to a time.

            Exit codes: 0, 2 for a file that is not a recording.
            """)

    @Argument(help: ArgumentHelp("The recording.", valueName: "file"), completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp(
            "How many times as fast as it happened, from 0.01 to 10000.", valueName: "number"))
    var speed = 1.0

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp(
            "Where to begin: \(SeekTarget.argumentForms).", valueName: "time"))
    var start: String?

    @OptionGroup(title: "Appearance")
    var appearance: AppearanceArguments

    func validate() throws {
        guard PlaybackClock.limits.contains(self.speed) else {
            throw ValidationError("--speed must be between 0.01 and 10000.")
        }
        if let start, SeekTarget(argument: start) == nil {
            throw ValidationError(
                "--from must be one of \(SeekTarget.argumentForms), not \(start).")
        }
    }

    func run() async throws {
        let file: RecordingFile
        do throws(RecordingFileError) {
            file = try RecordingFile(self.file)
        } catch {
            throw ProgramFailure(.usage, PlainOutput.line(error.description))
        }
        let loader = ConfigurationLoader(
            environment: Environment.current, configuration: self.appearance.configurationPath,
            server: nil)
        let loaded = try self.appearance.loaded(by: loader)
        let theme = try self.appearance.resolvedTheme(loaded, loader.themes)
        let keyScript = try self.appearance.keyScript()
        let header = file.header
        guard
            let terminal = await self.appearance.terminal(
                theme, loaded, loader, watching: "a recording", secrets: [])
        else {
            throw ProgramFailure(
                .usage, "A replay needs a terminal. buoy history prints a recording.")
        }
        var options = self.appearance.dashboardOptions(
            loaded, glyphs: theme.glyphs.applied(to: await terminal.glyphs))
        options.isReplay = true
        options.themes = loader.themes.names()
        options.serverLabel = header.server
        options.address = header.address
        options.appKey = header.appKey
        options.usesTLS = header.usesTLS
        let now = SystemTime().now()
        let feed = ReplayFeed(file, at: now, speed: self.speed)
        let source = await ReplaySource(feed, start: self.start.flatMap(SeekTarget.init(argument:)))
        let parts = await DashboardEnvironment(
            features: features, source: source, terminal: terminal, loader: loader, loaded: loaded,
            load: self.appearance.loaded(by:), keyScript: keyScript)
        let end = await DashboardLoop(parts, options: options).run()
        await terminal.restore()
        if case .scriptFailed(let error) = end {
            throw ProgramFailure(.failed, "--keys: \(error)")
        }
        guard end.exitCode == 0 else { throw ExitCode(end.exitCode) }
    }
}
