import ArgumentParser
import BuoyProgramSupport
import BuoyScripts
import ChannelsBasics

package struct FaultArguments: ParsableArguments {
    @Option(
        name: .customLong("fault"),
        help: ArgumentHelp(
            """
            Inject a fault, such as 'at 10s cut every 1m'. May be repeated. Times count from \
            the start. A fault that needs a connection waits for one.
            """, valueName: "fault"))
    var lines: [String] = []

    @Option(
        name: .customLong("fault-script"),
        help: ArgumentHelp(
            """
            Play a fault script: one listed by buoy lab, or a TOML file. It starts once \
            connected.
            """, valueName: "script"))
    var script: String?

    package init() {}

    package func plan() throws -> SessionFaults.Plan {
        var plan = SessionFaults.Plan()
        for line in self.lines {
            let step: FaultScript.Step
            do { step = try FaultLine.step(line) } catch {
                throw ValidationError("--fault: \(error.words)")
            }
            if step.needsConnection {
                plan.stepsWhenConnected.append(step)
            } else {
                plan.steps.append(step)
            }
        }
        guard let script = try self.script.map(FaultScriptFile.chosen) else { return plan }
        if script.isConnected {
            plan.stepsWhenConnected += script.steps
        } else {
            plan.steps += script.steps
        }
        return plan
    }
}
