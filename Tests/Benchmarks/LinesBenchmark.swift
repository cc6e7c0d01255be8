import Foundation
import TestSupport

/// Lines to a file: what one costs the program, and whether every event has one. It must have been built before,
/// beside the benchmarks.
enum LinesBenchmark {
    private static let plan = FloodPlan(events: 1_000_000, frameBytes: 200)

    static func run() throws {
        guard BuiltProgram.isThere else { return }
        var runs: [Run] = []
        for _ in 0..<Benchmarks.runs { runs.append(try Self.runOnce()) }
        runs.sort { $0.perLine < $1.perLine }
        let middle = runs[runs.count / 2]
        report(
            "200 B to a file",
            "\(middle.perLine.rounded(to: 2)) (\(runs[0].perLine.rounded(to: 2))) µs/line, "
                + "\(Int(middle.perSecond)) lines/s, \(runs.map(\.missing).max() ?? 0) missing")
    }

    private struct Run {
        /// Microseconds of CPU.
        var perLine: Double
        var perSecond: Double
        var missing: Int
    }

    private static func runOnce() throws -> Run {
        let server = try ServerProcess(Self.plan.arguments)
        defer { server.stop() }
        let file = FileManager.default.temporaryDirectory
            .appending(path: "lines-\(ProcessInfo.processInfo.processIdentifier)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let program = Process()
        program.executableURL = URL(filePath: BuiltProgram.path)
        program.arguments = [
            "--key", "k", "--host", "127.0.0.1", "--port", "\(server.port)", "--no-tls", "--lines",
            "--subscribe", Self.plan.channel(0),
        ]
        program.standardOutput = try FileHandle(forWritingTo: file)
        program.standardError = FileHandle.nullDevice
        try program.run()
        defer {
            program.interrupt()
            program.waitUntilExit()
        }
        let began = ProcessInfo.processInfo.systemUptime
        let input = try FileHandle(forReadingFrom: file)
        var lines = 0
        var quiet = 0
        var before: UInt8 = 0
        while lines < Self.plan.events, quiet < 100 {
            let data = try input.read(upToCount: 1 << 20) ?? Data()
            let count = data.withUnsafeBytes { Self.events(in: $0, &before) }
            lines += count
            quiet = data.isEmpty ? quiet + 1 : 0
            if data.isEmpty { usleep(50_000) }
        }
        let wall = ProcessInfo.processInfo.systemUptime - began
        let cpu = ProcessUsage(of: program.processIdentifier).cpu
        return Run(
            perLine: cpu / Double(max(1, lines)) * 1e6, perSecond: Double(lines) / wall,
            missing: Self.plan.events - lines)
    }

    /// Counts the ends of the data of events, of which no other line has one.
    private static func events(
        in bytes: UnsafeRawBufferPointer, _ before: inout UInt8
    ) -> Int {
        var count = 0
        for byte in bytes {
            if byte == 0x0A, before == UInt8(ascii: "}") { count += 1 }
            before = byte
        }
        return count
    }
}
