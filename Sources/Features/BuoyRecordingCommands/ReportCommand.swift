import ArgumentParser
import BuoyProgramSupport
import BuoyRecordingFiles
import BuoySessions
import BuoyTextScreen
import ChannelsProtocol

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Summarise a recording for a bug report, without names or data.",
        usage: "buoy report FILE [--last NUMBER] [--names]",
        discussion: """
            Lists changes to the connection and its subscriptions, and counts everything else. \
            Numbers replace channel and event names, and sizes and hashes replace data, so the \
            report can be published.

            Exit codes: 0 done, 2 not a recording.
            """)

    @Argument(
        help: ArgumentHelp("The recording, or a HAR file.", valueName: "file"), completion: .file())
    var file: String

    @Option(
        name: .customLong("last"),
        help: ArgumentHelp("List this many of the latest events.", valueName: "number"))
    var lastCount = 30

    @Flag(
        name: .customLong("names"),
        help: "Show channel, event and server names, and the host.")
    var showsNames = false

    func validate() throws {
        guard (0...10_000).contains(self.lastCount) else {
            throw ValidationError("--last must be between 0 and 10000.")
        }
    }

    func run() throws {
        let file = try RecordingFile.opened(self.file)
        var summary = SessionSummary(showsNames: self.showsNames, lastCount: self.lastCount)
        let unreadable = try RecordingReading.read(file) { lines in
            for line in lines { summary.note(line) }
            return true
        }
        let lines = summary.report(file.header, bytes: file.size, unreadable: unreadable)
        try Console.print(lines.map { PlainOutput.line($0) }.joined(separator: "\n"))
    }
}

extension ReportCommand: HelpedCommand {
    static var examples: [CommandExample] {
        [
            CommandExample("buoy report session.jsonl", "without names or data"),
            CommandExample("buoy report devtools.har --names", "with names, for your own team"),
        ]
    }
}
