import BuoyTestSupport
import Foundation

/// Lines to a file: what one costs the program, and whether every event has one. It must have been
/// built before, beside the benchmarks.
enum LinesBenchmark {
    private static let plan = FloodPlan(events: 1_000_000, frameBytes: 200)

    static func run() throws {
        guard BuiltProgram.isThere else { return }
        let channel = Self.plan.channel(0)
        for (name, arguments) in [
            ("200 B to a file, tail", ["tail", channel, "--only", "events"]),
            ("200 B to a file, tail --json", ["tail", channel, "--only", "events", "--json"]),
        ] {
            var runs: [Run] = []
            for _ in 0..<Benchmarks.runs { runs.append(try Self.runOnce(arguments)) }
            runs.sort { $0.perLine < $1.perLine }
            let middle = runs[runs.count / 2]
            report(
                name,
                "\(middle.perLine.rounded(to: 2)) (\(runs[0].perLine.rounded(to: 2))) µs/line, "
                    + "\(Int(middle.perSecond)) lines/s, \(runs.map(\.missing).max() ?? 0) missing, "
                    + "\((middle.perLine / middle.plain).rounded(to: 1)) times the plain reader")
        }
    }

    private struct Run {
        /// Microseconds of CPU.
        var perLine: Double
        var perSecond: Double
        var missing: Int
        /// Microseconds of CPU per event of a reader that only counts bytes.
        var plain: Double
    }

    private static func runOnce(_ arguments: [String]) throws -> Run {
        let plain = try PlainReader.measure(Self.plan)
        let server = try ServerProcess(Self.plan.arguments)
        defer { server.stop() }
        let file = FileManager.default.temporaryDirectory
            .appending(path: "lines-\(ProcessInfo.processInfo.processIdentifier)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let program = Process()
        program.executableURL = URL(filePath: BuiltProgram.path)
        program.arguments =
            arguments
            + ["--key", "k", "--host", "127.0.0.1", "--port", "\(server.port)", "--no-tls"]
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
            missing: Self.plan.events - lines, plain: plain)
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
