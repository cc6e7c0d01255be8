import Simulation
import TestBasics
import Testing

/// Scripts that failed once, as the search for failing seeds printed them.
@Suite("Simulation: what failed once", .ownThread)
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
}
