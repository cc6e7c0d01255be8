import Foundation

/// Prints what things cost: CPU time per event, ratios, memory. Nothing is asserted.
///
/// The server that floods runs in a process of its own, so that the figures are those of the client
/// alone.
@main
struct Benchmarks {
    static func main() async throws {
        var arguments = CommandLine.arguments.dropFirst()
        if arguments.first == FloodPlan.argument {
            try await FloodServer.run(FloodPlan(Array(arguments.dropFirst())))
            return
        }
        let wanted = Set(arguments)
        arguments.removeAll()
        let benchmarks: [(name: String, run: () async throws -> Void)] = [
            ("codec", CodecBenchmark.run),
            ("socket", SocketBenchmark.run),
            ("dashboard", DashboardBenchmark.run),
            ("memory", MemoryBenchmark.run),
            ("program", ProgramBenchmark.run),
        ]
        for benchmark in benchmarks where wanted.isEmpty || wanted.contains(benchmark.name) {
            print("\n\(benchmark.name)")
            try await benchmark.run()
        }
    }
}
