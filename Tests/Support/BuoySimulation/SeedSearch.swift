/// Runs scripts of many seeds, and shrinks those that fail.
package struct SeedSearch: Sendable {
    /// A seed that failed.
    package struct Failure: Sendable, CustomStringConvertible {
        package var seed: UInt64
        package var violation: Violation
        /// The shortest script that fails in the same way.
        package var script: Script
        package var steps: Int

        package var description: String {
            "seed \(self.seed): \(self.violation)\n"
                + "shrunk from \(self.steps) steps to \(self.script.steps.count):\n\(self.script)"
        }
    }

    private let checks: Simulation.Checks

    /// - Parameter checks: what is checked although it is known to be broken.
    package init(checks: Simulation.Checks = Simulation.Checks()) { self.checks = checks }

    /// What is wrong with a script; `nil` if nothing is.
    package func violation(_ script: Script) throws -> Violation? {
        try Simulation(script, checks: self.checks).run()
    }

    /// Runs a seed.
    ///
    /// - Returns: how it failed, shrunk; `nil` if it did not.
    package func run(seed: UInt64) throws -> Failure? {
        let script = Script.random(seed: seed)
        guard let violation = try self.violation(script) else { return nil }
        let shrunk = script.shrunk { shorter in
            let found = try? self.violation(shorter)
            return found?.invariant == violation.invariant
        }
        return Failure(
            seed: seed, violation: try self.violation(shrunk) ?? violation, script: shrunk,
            steps: script.steps.count)
    }
}
