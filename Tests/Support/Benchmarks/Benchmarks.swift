import Foundation

/// Prints what things cost: CPU time per event, ratios, memory. Nothing is asserted.
///
/// The server that floods runs in its own process, so that the figures are those of the client
/// alone.
@main
struct Benchmarks {
    /// The main thread only waits: where it would run the main queue, Valgrind crashes.
    static func main() {
        Task.detached {
            do {
                try await Self.run()
                exit(0)
            } catch {
                print(error)
                exit(1)
            }
        }
        while true { pause() }
    }

    private static func run() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch arguments.first {
        case FloodPlan.argument:
            let plan = FloodPlan(Array(arguments.dropFirst()))
            try await ServerProcess.serve(FloodServer(plan: plan))
        case FlappingServer.argument: try await ServerProcess.serve(FlappingServer())
        case "socket-once": try await SocketBenchmark.runOnce(Array(arguments.dropFirst()))
        case PublishingBenchmark.argument: try await PublishingBenchmark.serve()
        default: try await Self.run(Array(arguments))
        }
    }

    /// How often each row of the socket is measured.
    static let runs = 5

    /// - Parameter arguments: the benchmarks to run, or none for all; and a number, the drops of
    ///   `flapping`.
    private static func run(_ arguments: [String]) async throws {
        let wanted = arguments.filter { Int($0) == nil }
        let drops = arguments.compactMap { Int($0) }.first ?? 100
        let benchmarks: [(name: String, run: () async throws -> Void)] = [
            ("codec", CodecBenchmark.run),
            ("socket", SocketBenchmark.run),
            ("faults", SocketBenchmark.runFaults),
            ("instructions", InstructionsBenchmark.run),
            ("publishing", PublishingBenchmark.run),
            ("dashboard", DashboardBenchmark.run),
            ("drawing", { DashboardBenchmark.runAlone() }),
            ("memory", MemoryBenchmark.run),
            ("churn", { ChurnBenchmark.run() }),
            ("lines", { try LinesBenchmark.run() }),
            ("start", { try StartBenchmark.run() }),
            ("footprint", { try FootprintBenchmark.run() }),
            ("program", ProgramBenchmark.run),
            ("flapping", { try await FlappingBenchmark.run(drops: drops) }),
        ]
        for benchmark in benchmarks where wanted.isEmpty || wanted.contains(benchmark.name) {
            print("\n\(benchmark.name)")
            try await benchmark.run()
        }
    }
}
