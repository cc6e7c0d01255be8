import BuoyTestBasics
import Testing

/// Scripts that failed once, as the search for failing seeds printed them.
@Suite("Simulation: what failed once")
struct SimulationRegressionTests {
    private func run(_ script: Script) throws {
        let violation = try SeedSearch().violation(script)
        #expect(violation == nil)
    }

    @Test("a gap that waits for another channel is reported when the user disconnects")
    func gapOfAnotherChannel() throws {
        try self.run(
            Script(
                seed: 738,
                [
                    .after(0, .subscribe(.lobby)),
                    .after(0, .connect),
                    .after(0, .subscribe(.news)),
                    .after(250, .authorize(after: nil)),
                    .after(0, .close(4299)),
                    .after(250, .disconnect),
                ]))
    }

    @Test("a gap across a sleep begins with what the machine received before the server went")
    func sleep() throws {
        try self.run(
            Script(
                seed: 1970,
                [
                    .after(0, .connect),
                    .after(0, .subscribe(.news)),
                    .after(100, .stop(for: 44818)),
                ]))
    }

    @Test("what came behind garbage during a sleep is in the gap")
    func garbageAsleep() throws {
        try self.run(
            Script(
                seed: 1505,
                [
                    .after(0, .connect),
                    .after(0, .subscribe(.lobby)),
                    .after(250, .stop(for: 25744)),
                    .after(0, .publish(.lobby, count: 1, bytes: 0)),
                    .after(0, .garbage(.invalidUTF8)),
                ]))
    }
}
