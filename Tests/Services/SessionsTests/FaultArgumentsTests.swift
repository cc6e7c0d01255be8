import ArgumentParser
import BuoyScripts
import BuoySessions
import Testing

struct FaultArgumentsTests {
    private static func plan(_ arguments: [String]) throws -> SessionFaults.Plan {
        try FaultArguments.parse(arguments).plan()
    }

    @Test(
        "a fault that needs a connection waits for one; a lasting or timed fault does not",
        arguments: [
            ("cut", true), ("close 4200 every 20s 5 times", true), ("corrupt", true),
            ("at 10s cut", false), ("silence for 30s", false), ("refuse for 10s", false),
        ])
    func waiting(line: String, waits: Bool) throws {
        let plan = try Self.plan(["--fault", line])
        #expect(plan.stepsWhenConnected.count == (waits ? 1 : 0))
        #expect(plan.steps.count == (waits ? 0 : 1))
    }

    @Test("faults and a script are played together")
    func script() throws {
        let plan = try Self.plan(["--fault", "cut", "--fault-script", "restart"])
        #expect(plan.stepsWhenConnected.map(\.fault.words) == ["cut", "cut", "refuse"])
        #expect(plan.steps.isEmpty)
    }
}
