import BuoyTestSupport
import Foundation

/// The program itself, in a pseudo-terminal of 80x24: what it writes and uses when idle, and how
/// fast it answers a key while events pour in. It must have been built before, beside the
/// benchmarks.
enum ProgramBenchmark {
    static func run() async throws {
        guard BuiltProgram.isThere else { return }
        try Self.idle()
        for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
            try Self.frames(columns: columns, rows: rows)
        }
        try Self.flood(rate: 1000)
        try Self.flood(rate: 50_000)
        try Self.flood(rate: 100_000)
    }

    /// What a frame costs on the line: with one event, and with nothing but the time that passes.
    private static func frames(columns: Int, rows: Int) throws {
        let server = try ServerProcess(
            FloodPlan(events: 60, frameBytes: 200, channels: 4, rate: 4).arguments)
        defer { server.stop() }
        let terminal = try Self.watch(server, channels: 4, columns: columns, rows: rows)
        _ = terminal.read(seconds: 3)
        let busy = terminal.bursts(seconds: 10)
        // Until rates and graphs have come to rest; those of the last minute only on a large
        // screen.
        _ = terminal.read(seconds: columns >= 180 ? 75 : 20)
        let idle = terminal.bursts(seconds: 10)
        report("\(columns)x\(rows), bytes of a frame with one event", Self.spread(busy))
        report("\(columns)x\(rows), bytes of an idle tick", Self.spread(idle))
        terminal.type("Q")
        _ = terminal.end()
    }

    private static func spread(_ sizes: [Int]) -> String {
        let sorted = sizes.sorted()
        guard let least = sorted.first, let most = sorted.last else { return "none" }
        return "median \(sorted[sorted.count / 2]), \(least) to \(most), of \(sorted.count)"
    }

    /// Connected to a server that says nothing.
    private static func idle() throws {
        let server = try ServerProcess(
            FloodPlan(events: 0, frameBytes: 200, channels: 2).arguments)
        defer { server.stop() }
        let terminal = try Self.watch(server, channels: 2)
        _ = terminal.read(seconds: 4)
        let start = ProcessUsage(of: terminal.process)
        let bytes = terminal.read(seconds: 20)
        let used = ProcessUsage(of: terminal.process).cpu - start.cpu
        let memory = ProcessUsage(of: terminal.process).mebibytes
        report("idle, bytes a second", (Double(bytes) / 20).rounded(to: 1))
        report("idle, CPU", "\((used / 20 * 100).rounded(to: 2)) % of a core")
        report("fresh, resident memory", "\(memory.rounded(to: 1)) MiB")
        terminal.type("Q")
        _ = terminal.end()
    }

    /// Presses `s` again and again, and waits for the prompt that it opens.
    private static func flood(rate: Int) throws {
        let seconds = 12
        let plan = FloodPlan(events: rate * seconds, frameBytes: 200, channels: 4, rate: rate)
        let server = try ServerProcess(plan.arguments)
        defer { server.stop() }
        let terminal = try Self.watch(server, channels: 4)
        _ = terminal.read(seconds: 1)
        let start = ProcessUsage(of: terminal.process)
        let began = Date()
        var waits: [Double] = []
        var peak = 0.0
        while -began.timeIntervalSinceNow < Double(seconds) - 3 {
            let pressed = Date()
            terminal.type("s")
            guard terminal.shows("subscribe>", seconds: 2) else { break }
            waits.append(-pressed.timeIntervalSinceNow * 1000)
            terminal.type("\u{1B}")
            _ = terminal.read(seconds: 0.2)
            peak = max(peak, ProcessUsage(of: terminal.process).mebibytes)
        }
        let elapsed = -began.timeIntervalSinceNow
        let used = ProcessUsage(of: terminal.process).cpu - start.cpu
        let sorted = waits.sorted()
        let median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        let longest = sorted.last ?? 0
        report(
            "\(rate) events/s, key to screen",
            "\(waits.count) keys, median \(median.rounded(to: 1)) ms, "
                + "longest \(longest.rounded(to: 1)) ms")
        report("\(rate) events/s, CPU", "\((used / elapsed * 100).rounded(to: 1)) % of a core")
        report("\(rate) events/s, resident memory at most", "\(peak.rounded(to: 1)) MiB")
        terminal.type("Q")
        _ = terminal.end()
    }

    private static func watch(
        _ server: ServerProcess, channels: Int, columns: Int = 80, rows: Int = 24
    ) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            BuiltProgram.path, WatchedProgram.arguments(server, channels: channels),
            columns: columns, rows: rows)
        _ = terminal.shows("CONNECTED")
        return terminal
    }
}

/// What another process has used (proc(5)).
struct ProcessUsage {
    /// Seconds of CPU.
    let cpu: Double
    /// Resident memory in MiB.
    let mebibytes: Double
    /// Resident memory in MB.
    var megabytes: Double { self.mebibytes * 1.048576 }

    init(of process: pid_t) {
        let stat = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        // The name of the program stands in parentheses and may hold anything.
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        let ticks = fields.dropFirst(11).prefix(2).compactMap { Double($0) }.reduce(0, +)
        self.cpu = ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
        let pages = fields.dropFirst(21).first.flatMap { Double($0) } ?? 0
        self.mebibytes = pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
    }
}
