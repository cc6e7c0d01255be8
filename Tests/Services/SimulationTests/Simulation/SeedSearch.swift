/// Runs scripts of many seeds, and shrinks those that fail.
struct SeedSearch: Sendable {
    /// A seed that failed.
    struct Failure: Sendable, CustomStringConvertible {
        var seed: UInt64
        var violation: Violation
        /// The shortest script that fails in the same way.
        var script: Script
        var steps: Int

        var description: String {
            "seed \(self.seed): \(self.violation)\n"
                + "shrunk from \(self.steps) steps to \(self.script.steps.count):\n\(self.script)"
        }
    }

    /// What is wrong with a script; `nil` if nothing is.
    func violation(_ script: Script) throws -> Violation? {
        try Simulation(script).run()
    }

    /// Runs a seed.
    ///
    /// - Returns: how it failed, shrunk; `nil` if it did not.
    func run(seed: UInt64) throws -> Failure? {
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
