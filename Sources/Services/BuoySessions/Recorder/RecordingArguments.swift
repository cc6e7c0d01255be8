import ArgumentParser
import BuoyProgramSupport
import BuoyRecordingFiles
import BuoyTextScreen
import ChannelsBasics

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
        name: .customLong("record-size"),
        help: ArgumentHelp(
            "Start a new file at this size, such as 100M or 2G.", valueName: "size"))
    var size: String?

    @Option(
        name: .customLong("record-age"),
        help: ArgumentHelp(
            "Start a new file after this long, such as 1h.", valueName: "time"))
    var age: String?

    @Option(
        name: .customLong("record-keep"),
        help: ArgumentHelp(
            "Keep this many recording files, and delete older ones.", valueName: "number"))
    var fileLimit: Int?

    package init() {}

    package func validate() throws { _ = try self.rules() }

    /// In the dashboard, options about files of a recording are for `:record` too.
    package func requireFile() throws {
        let options = [
            ("--record-frames", self.hasFrames), ("--record-size", self.size != nil),
            ("--record-age", self.age != nil), ("--record-keep", self.fileLimit != nil),
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
        if let size {
            guard let bytes = Self.bytes(size), bytes >= 1 << 16 else {
                throw ValidationError("--record-size must be a size of at least 64k, such as 100M.")
            }
            rules.sizeLimit = bytes
        }
        let longest = Duration.seconds(365 * 86_400)
        if let duration = try TypedTime.duration(
            self.age, "--record-age", in: .seconds(1)...longest)
        {
            rules.ageLimit = duration
        }
        if let fileLimit {
            guard fileLimit >= 1 else {
                throw ValidationError("--record-keep must be at least 1.")
            }
            rules.fileLimit = fileLimit
        }
        return rules
    }

    /// A number of bytes, in units of 1024.
    static func bytes(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int(digits), count <= 1_000_000_000 else { return nil }
        switch text.dropFirst(digits.count).uppercased() {
        case "": return count
        case "K", "KB": return count << 10
        case "M", "MB": return count << 20
        case "G", "GB": return count << 30
        default: return nil
        }
    }
}
