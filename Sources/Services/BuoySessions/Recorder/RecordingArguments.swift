import ArgumentParser
import BuoyProgramSupport
import BuoyRecordingFiles
import BuoyTextScreen

package struct RecordingArguments: ParsableArguments {
    @Option(
        name: .customLong("record"),
        help: ArgumentHelp(
            """
            Record the session to this file (mode 0600), for buoy replay. An earlier \
            recording with this name is renamed; if it is still running, this one gets a number.
            """, valueName: "file"),
        completion: .file(extensions: ["jsonl"]))
    var file: String?

    @Flag(
        name: .customLong("record-frames"),
        help: "Also record every frame, in both directions, with signatures masked.")
    var hasFrames = false

    @Option(
        name: .customLong("record-limit"),
        help: ArgumentHelp(
            """
            Start a new file at size=100M or age=1h, or keep=5 files and delete older ones. May be \
            repeated.
            """, valueName: "name=value"))
    var limits: [String] = []

    package init() {}

    package func validate() throws { _ = try self.rules() }

    /// In the dashboard, options about files of a recording are for `:record` too.
    package func requireFile() throws {
        let options = [
            ("--record-frames", self.hasFrames), ("--record-limit", !self.limits.isEmpty),
        ]
        guard self.file == nil, let option = options.first(where: \.1) else { return }
        throw ValidationError("\(option.0) needs --record FILE: nothing is recorded without it.")
    }

    package var options: SessionRecorder.Options? { self.file.map { self.options(path: $0) } }

    package func options(path: String) -> SessionRecorder.Options {
        SessionRecorder.Options(
            path: path, rules: (try? self.rules()) ?? RecordingRules(), hasFrames: self.hasFrames)
    }

    /// Call this before anything happens.
    /// - Returns: what to tell if the file has another name than the chosen one.
    package func begin(
        _ recorder: SessionRecorder, of server: String? = nil
    ) async throws -> String? {
        guard let file else { return nil }
        let options = self.options(
            path: server.map { RecordingNames(file).path(ofServer: $0) } ?? file)
        do throws(RecordingFileError) {
            let path = try await recorder.start(options)
            guard path != options.path else { return nil }
            return PlainOutput.line(RecordingReport.sentence(path: path, insteadOf: options.path))
        } catch {
            throw ProgramFailure(.usage, "--record: \(PlainOutput.line(error.description))")
        }
    }

    private func rules() throws -> RecordingRules {
        var rules = RecordingRules()
        try LimitOption.apply(self.limits, of: "--record-limit", Self.allLimits, to: &rules)
        return rules
    }

    private static let allLimits: [LimitOption<RecordingRules>] = [
        .size("size", (64 << 10)...Int.max, "Start a new file at this size.") {
            $0.sizeLimit = $1
        },
        .time(
            "age", .seconds(1) ... .seconds(365 * 86_400), "Start a new file after this long."
        ) { $0.ageLimit = $1 },
        .number("keep", 1...1_000_000, "Keep this many recording files, and delete older ones.") {
            $0.fileLimit = $1
        },
    ]
}
