import BuoyTestSupport
import Foundation

/// The resident memory of the program in a pseudo-terminal of 80x24: connected, and with many
/// channels, members and events. It must have been built before, beside the benchmarks.
enum FootprintBenchmark {
    static func run() throws {
        guard BuiltProgram.isThere else { return }
        let events = 50_000
        let rows: [(name: String, plan: FloodPlan, names: String?)] = [
            ("connected", FloodPlan(events: 0, frameBytes: 200, channels: 2), nil),
            ("10,000 channels", FloodPlan(events: 0, frameBytes: 200, channels: 10_000), nil),
            (
                "10,000 members",
                FloodPlan(events: 0, frameBytes: 200, channels: 1, members: 10_000),
                "presence-lobby"
            ),
            (
                "50,000 events of 200 B",
                FloodPlan(events: events, frameBytes: 200, channels: 2, rate: 20_000), nil
            ),
        ]
        for row in rows {
            let figures = try (0..<Benchmarks.runs).map { _ in
                try Self.resident(row.plan, subscribing: row.names)
            }
            report(row.name, Self.spread(figures.map(\.settled)))
            if row.plan.channels > 1000 {
                report(
                    "\(row.name), after 5 reconnections", Self.spread(figures.map(\.reconnected)))
            }
        }
    }

    /// - Returns: megabytes, after all that the plan contains, and after five reconnections if
    ///   there are many channels.
    private static func resident(
        _ plan: FloodPlan, subscribing names: String?
    ) throws -> (settled: Double, reconnected: Double) {
        let server = try ServerProcess(plan.arguments)
        defer { server.stop() }
        let arguments =
            names.map { WatchedProgram.arguments(server, subscribing: $0) }
            ?? WatchedProgram.arguments(server, channels: plan.channels)
        let terminal = try PseudoTerminal(
            BuiltProgram.path, arguments, environment: ["BUOY_SECRET": names == nil ? "" : "s"])
        _ = terminal.shows("CONNECTED")
        terminal.read(seconds: 6)
        let settled = ProcessUsage(of: terminal.process).megabytes
        guard plan.channels > 1000 else {
            terminal.type("Q")
            _ = terminal.end()
            return (settled, settled)
        }
        for _ in 0..<5 {
            terminal.type("R")
            terminal.read(seconds: 4)
        }
        let reconnected = ProcessUsage(of: terminal.process).megabytes
        terminal.type("Q")
        _ = terminal.end()
        return (settled, reconnected)
    }

    private static func spread(_ figures: [Double]) -> String {
        let sorted = figures.sorted()
        return "median \(sorted[sorted.count / 2].rounded(to: 1)) MB, "
            + "least \(sorted[0].rounded(to: 1)) MB"
    }
}
