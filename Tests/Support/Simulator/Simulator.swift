import BuoySimulation
import Foundation

/// Runs simulations of many seeds, and prints the shortest script of each that fails.
///
///     Simulator [--pausing] [--first] [--trace] FIRST [COUNT]
///
/// `--pausing` checks what is known to be broken. `--first` ends with the first
/// failure. `--trace` prints what happens in the shortest script, or in the whole one if it does
/// not fail.
@main
struct Simulator {
    static func main() throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let options = Set(arguments.filter { $0.hasPrefix("--") })
        arguments.removeAll { options.contains($0) }
        guard options.isSubset(of: ["--pausing", "--first", "--trace"]),
            arguments.count <= 2,
            let first = arguments.first.flatMap(UInt64.init),
            let count = arguments.count == 1 ? 1 : UInt64(arguments[1])
        else {
            print("Usage: Simulator [--pausing] [--first] [--trace] FIRST [COUNT]")
            exit(64)
        }
        let checks = Simulation.Checks(pausing: options.contains("--pausing"))
        if options.contains("--trace") { return try Self.trace(first, checks) }
        let failures = try Self.search(
            first, count, checks, endsWithFirst: options.contains("--first"))
        exit(failures > 0 ? 1 : 0)
    }

    /// - Returns: how many failed.
    private static func search(
        _ first: UInt64, _ count: UInt64, _ checks: Simulation.Checks, endsWithFirst: Bool
    ) throws -> Int {
        let search = SeedSearch(checks: checks)
        let start = Date()
        var (failures, seeds) = (0, 0)
        for seed in first..<(first + count) {
            seeds += 1
            guard let failure = try search.run(seed: seed) else { continue }
            failures += 1
            print(failure)
            fflush(nil)
            if endsWithFirst { break }
        }
        let seconds = String(format: "%.1f", Date().timeIntervalSince(start))
        print("\(seeds) seeds in \(seconds) s, \(failures) failed")
        return failures
    }

    private static func trace(_ seed: UInt64, _ checks: Simulation.Checks) throws {
        let failure = try SeedSearch(checks: checks).run(seed: seed)
        let simulation = try Simulation(
            failure?.script ?? Script.random(seed: seed), checks: checks)
        simulation.trace = []
        let violation = simulation.run()
        for line in simulation.trace ?? [] { print(line) }
        print(violation.map { "\($0)" } ?? "passed")
    }
}
