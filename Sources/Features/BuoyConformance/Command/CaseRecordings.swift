import BuoyProgramSupport
import BuoyProtocolCases
import BuoyRecordingFiles
import BuoyTextScreen
import ChannelsBasics
import Glibc

/// HAR files of what was sent and received in the cases that did not pass.
enum CaseRecordings {
    /// Without a folder, in one for the subject, in place of those of its last run.
    ///
    /// - Returns: for each case, how to look at the connection that it is about.
    static func save(
        _ report: ConformReport, _ results: [CaseResult], in folder: String?
    ) throws -> [String: String] {
        let name = String(
            report.subject.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
        let state = StateFolder.path(environment: Environment.current)
        guard let path = folder ?? state.map({ "\($0)/conform/\(name)" }) else { return [:] }
        do throws(AtomicFile.Failure) {
            try AtomicFile.makeFolder(path)
            if folder == nil { Self.empty(path) }
            var places: [String: String] = [:]
            for (row, result) in zip(report.rows, results)
            where ![.passed, .skipped].contains(row.outcome) {
                places[row.id] = try Self.save(result, in: path, by: report.kind)
            }
            return places
        } catch {
            let text = "The recordings cannot be saved: \(error.description)."
            guard folder == nil else { throw ProgramFailure(.failed, text) }
            Console.errorLine("buoy: warning: \(text)")
            return [:]
        }
    }

    private static func empty(_ folder: String) {
        for name in Folder.names(in: folder) ?? [] where name.hasSuffix(".har") {
            _ = unlink("\(folder)/\(name)")
        }
    }

    /// A replay shows one connection at a time, so each connection of a server has a file, unless
    /// there are many. Those of a client follow each other.
    private static func save(
        _ result: CaseResult, in folder: String, by kind: String
    ) throws(AtomicFile.Failure) -> String? {
        let trace = result.trace
        var numbers = Set(trace.frames.map(\.connection)).sorted()
        if numbers.count > 8, kind == "server" {
            numbers = numbers.filter { trace.links[$0 - 1].name == result.connection }
        }
        let groups =
            kind == "client" ? [("", numbers)] : numbers.map { (trace.links[$0 - 1].name, [$0]) }
        var place: String?
        for (name, connections) in groups where !connections.isEmpty {
            let path = "\(folder)/\(result.id)\(name.isEmpty ? "" : "-\(name)").har"
            try Self.write(trace, connections, to: path)
            if place == nil || name == result.connection { place = "buoy replay \(path)" }
        }
        if groups.allSatisfy(\.1.isEmpty), !trace.calls.isEmpty {
            // Only browsers show a file without a WebSocket.
            place = "\(folder)/\(result.id).har"
            try Self.write(trace, [], to: "\(folder)/\(result.id).har")
        }
        return place
    }

    private static func write(
        _ trace: CaseTrace, _ connections: [Int], to path: String
    ) throws(AtomicFile.Failure) {
        var export = HARExport(program: Version.number)
        for frame in trace.frames where connections.contains(frame.connection) {
            export.add(frame, of: "", url: trace.links[frame.connection - 1].url)
        }
        for call in trace.calls { export.add(call) }
        try AtomicFile.write(export.lines.string, to: path)
    }
}
