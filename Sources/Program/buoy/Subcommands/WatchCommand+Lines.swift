import ArgumentParser
import BuoyCommands
import BuoyCursesTerminal
import BuoyDashboard
import BuoyDashboardRuntime
import BuoyFeatureList
import BuoyProgramSupport
import BuoyScripts
import BuoySessions
import ChannelsProtocol

// Without a screen, it is `buoy tail` that runs.
extension WatchCommand {
    enum Output {
        case screen, lines, sentences
    }

    var output: Output {
        guard Terminal.canShow else { return .lines }
        // The output of a terminal that can only print is often read aloud, or kept.
        return Environment.current["TERM"] == "dumb" ? .sentences : .screen
    }

    func printLines(_ start: DashboardStart, _ variant: WatchStart?) async throws {
        for case let group as any ScreenOptions in variant?.arguments ?? [] {
            try group.requireScreen()
        }
        var connection = self.connection
        let first = (variant?.channels ?? []).map(\.text)
        connection.server.subscribe.value = first + (connection.server.subscribe.value ?? [])
        let run = try self.lineRun([LineRun.Server(connection)], start)
        try await run.run()
    }

    func printLines(of servers: [NamedServer]) async throws {
        let start = try DashboardStart(
            self.appearance, self.loader(self.connection, Environment.current, nil))
        let servers = try servers.map {
            LineRun.Server(try self.given.completed(from: $0), name: $0.name)
        }
        let run = try self.lineRun(servers, start)
        try await run.run()
    }

    /// Without colours: there is no terminal, or one that cannot be drawn on.
    private static let rows = LineFormat.rows(isColored: false)

    /// Prints the lines of a session that runs already, for a terminal that cannot be drawn on
    /// after all.
    func printLines(
        of session: Session, _ start: DashboardStart, _ otherName: String?
    ) async throws {
        for warning in start.loaded.warnings + session.warnings {
            Console.errorLine("buoy: warning: \(warning)")
        }
        if let otherName { Console.errorLine("buoy: warning: \(otherName)") }
        try await LineRun([], Self.rows).print([PrintedSession(session.server)])
    }

    private func lineRun(_ servers: [LineRun.Server], _ start: DashboardStart) throws -> LineRun {
        try self.features.recording.requireFile()
        for case let group as any ScreenOptions in self.features.groups {
            try group.requireScreen()
        }
        for warning in start.loaded.warnings {
            Console.errorLine("buoy: warning: \(warning)")
        }
        var run = LineRun(servers, self.output == .sentences ? .sentences : Self.rows)
        run.ascii = self.appearance.ascii
        run.metrics = try self.features.metrics.address(
            allowing: self.features.hosts.allowedHosts)
        run.recording = self.features.recording
        run.faults = try self.features.faults.plan()
        run.logger = try self.features.log.logger()
        run.sections = start.loaded.sections
        return run
    }
}
