import BuoyTestBasics
import Foundation
import Testing

/// A whole client against a whole sandbox, in memory and in simulated time: `Simulation`.
@Suite("Simulation")
struct SimulationTests {
    static let parts = 4
    static let seeds = UInt64(2000)

    @Test("the invariants hold for many seeds", arguments: 0..<parts)
    func seeds(part: Int) throws {
        let size = Self.seeds / UInt64(Self.parts)
        let first = UInt64(part) * size + 1
        for seed in first..<first + size {
            if let failure = try SeedSearch().run(seed: seed) { Issue.record("\(failure)") }
        }
    }

    /// `SIMULATION_SEEDS=1-100000` looks for others that fail, and prints the shortest script of
    /// each; `SIMULATION_TRACE=738` prints what happens in one.
    private static let wanted = ProcessInfo.processInfo.environment["SIMULATION_SEEDS"]
        .map { $0.split(separator: "-").compactMap { UInt64($0) } }
    private static let traced = ProcessInfo.processInfo.environment["SIMULATION_TRACE"]
        .flatMap(UInt64.init)

    @Test("the invariants hold for the seeds in SIMULATION_SEEDS", .enabled(if: wanted != nil))
    func wantedSeeds() throws {
        let bounds = try #require(Self.wanted, "SIMULATION_SEEDS=FIRST-LAST")
        let (first, last) = (try #require(bounds.first), try #require(bounds.last))
        try #require(first <= last)
        for seed in first...last {
            if let failure = try SeedSearch().run(seed: seed) { Issue.record("\(failure)") }
        }
    }

    @Test("the seed in SIMULATION_TRACE is told", .enabled(if: traced != nil))
    func tracedSeed() throws {
        let seed = try #require(Self.traced)
        let failure = try SeedSearch().run(seed: seed)
        let simulation = try Simulation(failure?.script ?? Script.random(seed: seed))
        simulation.trace = []
        let violation = simulation.run()
        print((simulation.trace ?? []).joined(separator: "\n"))
        #expect(violation == nil)
    }

    @Test("the same seed does the same, whatever it is", arguments: 1...20 as ClosedRange<UInt64>)
    func repeats(seed: UInt64) throws {
        let script = Script.random(seed: seed)
        let traces = try (0..<2).map { _ in
            let simulation = try Simulation(script)
            simulation.trace = []
            _ = simulation.run()
            return simulation.trace ?? []
        }
        #expect(traces[0].count > script.steps.count)
        #expect(traces[0] == traces[1])
    }

    @Test("shrinking keeps what matters, and leaves out the rest")
    func shrinks() {
        var script = Script.random(seed: 12)
        script.steps.insert(.after(5, .connect), at: script.steps.count / 2)
        let shrunk = script.shrunk { script in
            script.steps.contains { $0.action == .connect } && script.steps.count > 1
        }
        #expect(shrunk.steps.count == 2)
        #expect(shrunk.steps.allSatisfy { $0.delay == 0 })
        #expect(shrunk.settings == Script.Settings())
    }
}
