import Foundation

/// Instructions of the client per event, counted by callgrind: they do not depend on how busy the
/// machine is. The kernel's are not counted.
///
/// Each row runs twice, with few and with many events, so that what happens once does not count.
enum InstructionsBenchmark {
    static func run() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "buoy-instructions-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appending(path: "Benchmarks")
        // Valgrind does not understand the debugging information.
        _ = try Self.output(
            of: ["strip", "-g", ServerProcess.program.path, "-o", program.path])
        for row in SocketBenchmark.rows where row.plan.events <= 1_000_000 {
            let few = row.plan.events / 50
            let many = row.plan.events / 10
            guard let less = try Self.count(row, few, program),
                let more = try Self.count(row, many, program)
            else { return report(row.name, "not counted: is valgrind installed?") }
            report(row.name, "\((more - less) / (many - few)) instructions/event")
        }
    }

    /// - Returns: how many instructions a client takes for this many events.
    private static func count(
        _ row: SocketBenchmark.Row, _ events: Int, _ program: URL
    ) throws -> Int? {
        var plan = row.plan
        plan.events = events
        let server = try ServerProcess(plan.arguments)
        defer { server.stop() }
        let numbers = [events, plan.frameBytes, plan.channels, plan.names, server.port]
        let text = try Self.output(
            of: ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program.path]
                + ["socket-once", row.reader.rawValue] + numbers.map(String.init))
        return text.firstMatch(of: /Collected : (\d+)/).flatMap { Int($0.1) }
    }

    /// Runs a program and returns what it prints.
    private static func output(of command: [String]) throws -> String {
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }
}
