import BuoyTestSupport
import Foundation

/// The program's start, in a pseudo-terminal of 80x24 and against a server on loopback: until its
/// first frame is drawn, and until it shows that it is connected. It must have been built before,
/// beside the benchmarks.
enum StartBenchmark {
    static func run() throws {
        guard BuiltProgram.isThere else { return }
        let server = try ServerProcess(
            FloodPlan(events: 0, frameBytes: 200, channels: 2).arguments)
        defer { server.stop() }
        var firstFrames: [Double] = []
        var connections: [Double] = []
        // The first start reads the program from the disk.
        for run in 0...Benchmarks.runs {
            let (frame, connected) = try Self.start(server)
            guard run > 0 else { continue }
            firstFrames.append(frame)
            connections.append(connected)
        }
        report("first frame", Self.spread(firstFrames))
        report("connected", Self.spread(connections))
    }

    /// - Returns: milliseconds.
    private static func start(_ server: ServerProcess) throws -> (frame: Double, connected: Double)
    {
        let began = ContinuousClock.now
        let terminal = try PseudoTerminal(
            BuiltProgram.path, WatchedProgram.arguments(server, channels: 2))
        _ = terminal.writes("Channels")
        let frame = ContinuousClock.now - began
        _ = terminal.writes("CONNECTED")
        let connected = ContinuousClock.now - began
        terminal.type("Q")
        _ = terminal.end()
        return (frame / .milliseconds(1), connected / .milliseconds(1))
    }

    private static func spread(_ figures: [Double]) -> String {
        let sorted = figures.sorted()
        return "median \(sorted[sorted.count / 2].rounded(to: 1)) ms, "
            + "least \(sorted[0].rounded(to: 1)) ms"
    }
}

extension BuiltProgram {
    /// Whether the program was built; otherwise says how to.
    static var isThere: Bool {
        guard FileManager.default.isExecutableFile(atPath: Self.path) else {
            print("  not built: swift build -c release --product buoy")
            return false
        }
        return true
    }
}

/// The program as benchmarks watch it.
enum WatchedProgram {
    /// The arguments for the first channels of a server's plan.
    static func arguments(_ server: ServerProcess, channels: Int) -> [String] {
        let names = (0..<channels).map { "ticker-\($0)" }.joined(separator: ",")
        return Self.arguments(server, subscribing: names)
    }

    /// The arguments for channels, separated by commas.
    static func arguments(_ server: ServerProcess, subscribing names: String) -> [String] {
        [
            "--key", "k", "--host", "127.0.0.1", "--port", "\(server.port)", "--no-tls",
            "--subscribe", names,
        ]
    }
}
