import ArgumentParser
import BuoyDashboard
import BuoyProgramSupport
import BuoyRecordingFiles
import BuoySessions
import BuoyTextScreen
import ChannelsProtocol

struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Print recorded events that match a filter.",
        usage: "buoy history FILE ... [--filter FILTER] [--since TIME] [OPTIONS]",
        discussion: """
            Filters are the same as in the dashboard: order, channel:presence-*, event:*paid, \
            -typing. Without a filter, buoy prints every event. --har prints frames \
            recorded with --record-frames as a HAR file, which browsers can open.

            Exit codes: 0 entries printed, 1 nothing matched, 2 wrong usage or not a recording.
            """)

    @Argument(
        help: ArgumentHelp("Recordings or HAR files, oldest first.", valueName: "file"),
        completion: .file())
    var files: [String]

    @Option(.filter, parsing: .unconditional) var filter: String?

    @Option(
        name: .customLong("since"),
        help: ArgumentHelp("Start here: \(SeekTarget.argumentForms).", valueName: "time"))
    var start: String?

    @Option(
        name: .customLong("until"),
        help: ArgumentHelp("Stop here, in the same formats as --since.", valueName: "time"))
    var end: String?

    @Option(.count) var count: Int?

    @Flag(.json, help: "Print JSON Lines, in the dashboard's export format.")
    var json = false

    @Flag(.verbose) var verbose = false

    @Flag(
        name: .customLong("har"),
        help: "Print only the recorded frames, as a HAR file for browsers.")
    var printsHAR = false

    func validate() throws {
        if self.printsHAR {
            let others = [self.filter, self.start, self.end, self.count.map(String.init)]
            guard others.allSatisfy({ $0 == nil }), !self.json, !self.verbose else {
                throw ValidationError(
                    "--har prints all frames and cannot be combined with other options.")
            }
        }
        for (name, text) in [("--since", self.start), ("--until", self.end)] {
            guard let text, SeekTarget(argument: text) == nil else { continue }
            throw ValidationError(
                "\(name) must be one of \(SeekTarget.argumentForms), not \(text).")
        }
        if let count, count < 1 { throw ValidationError("--count must be at least 1.") }
        _ = try self.condition()
    }

    private func condition() throws -> EventFilter? {
        do throws(EventFilterError) {
            return try self.filter.map { (source) throws(EventFilterError) in
                try EventFilter(source)
            }
        } catch {
            throw ValidationError("--filter: \(error.description)")
        }
    }

    func run() throws {
        if self.printsHAR { return try self.printFrames() }
        let filter = try self.condition()
        var printed = 0
        for path in self.files {
            guard printed < self.count ?? .max else { break }
            printed += try self.print(
                try RecordingFile.opened(path), filter, limit: (self.count ?? .max) - printed)
        }
        if printed == 0 { throw ExitCode(ProgramExit.failed.rawValue) }
    }

    private func printFrames() throws {
        var export = HARExport(program: Version.number)
        for path in self.files {
            let file = try RecordingFile.opened(path)
            _ = try RecordingReading.read(file) { lines in
                for case .frame(let frame) in lines { export.add(frame, of: file) }
                return true
            }
        }
        guard !export.isEmpty else {
            throw ProgramFailure(
                .failed, "No frames were recorded: record with --record-frames.")
        }
        try Console.print(export.lines)
    }

    private func print(_ file: RecordingFile, _ filter: EventFilter?, limit: Int) throws -> Int {
        let first = file.place(atOrAfter: file.start)?.line.time ?? file.header.time
        let span = PlaybackStatus.Span(start: first, end: file.last?.line.time ?? first)
        let offset = LocalTime.utcOffsetSeconds
        func time(_ text: String?) -> ChannelsTimestamp? {
            text.flatMap(SeekTarget.init(argument:))?.time(
                in: span, shown: first, utcOffsetSeconds: offset)
        }
        let place = time(self.start).flatMap { start in file.firstPlace { $0.time < start } }
        let end = time(self.end)
        var printed = 0
        var formatter = LineFormatter(
            self.json ? .json : .rows(isColored: false), utcOffsetSeconds: offset,
            alphabet: Console.alphabet)
        var lines = PlainLines(alphabet: Console.alphabet)
        _ = try RecordingReading.read(file, from: place?.offset) { entries in
            var events = entries.compactMap { line -> ClientReport? in
                guard case .event(let event) = line else { return nil }
                return (self.verbose || event.belongsInLog) && filter?.matches(event) != false
                    ? event : nil
            }
            let isOver = end.map { end in events.contains { $0.time > end } } ?? false
            if let end { events.removeAll { $0.time > end } }
            events = Array(events.prefix(limit - printed))
            printed += events.count
            formatter.append(events, to: &lines)
            if !lines.isEmpty { try Console.print(lines) }
            lines.removeAll()
            return !isOver && printed < limit
        }
        return printed
    }
}

extension HistoryCommand: HelpedCommand {
    static var examples: [CommandExample] {
        [
            CommandExample("buoy history session.jsonl", "everything, one entry per line"),
            CommandExample(
                "buoy history a.jsonl b.jsonl -f 'gap'", "only the gaps, from several files"),
            CommandExample("buoy history session.jsonl --since 14:05 -j", "from 14:05 on, as JSON"),
        ]
    }
}
