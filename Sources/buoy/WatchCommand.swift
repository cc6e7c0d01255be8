internal import ArgumentParser
internal import Channels
internal import CursesTerminal
internal import TextScreen

/// Shows a live connection: as a dashboard in a terminal, as lines elsewhere.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Watch Pusher Channels live, in a terminal: what buoy does by itself.",
        usage: """
            buoy                                               a sandbox of its own
            buoy --key KEY (--cluster CLUSTER | --host HOST) [OPTIONS]
            buoy sandbox | keys | themes | config | info       see --help of each
            """,
        discussion: """
            Without a server to connect to, a small Channels service is started inside the program, \
            with channels where something happens: nothing to configure, no account needed.

            When the output is not a terminal, one line per event is printed instead of a screen.

            Exit codes: 0 ended as asked, 1 failed while running, 2 wrong usage or settings, \
            3 refused for good by the server, 4 server not reached, 5 no channel was authorized, \
            128+n ended by signal n.
            """)

    @OptionGroup
    var connection: ConnectionArguments

    @OptionGroup(title: "How it looks")
    var appearance: AppearanceArguments

    func run() async throws {
        let environment = Environment.current
        let theme = try self.appearance.resolvedTheme(environment: environment)
        let session = try await Session.start(self.connection, environment: environment)
        let wantsScreen = Terminal.canShow && !self.appearance.printsLines
        guard wantsScreen, let terminal = await self.terminal(theme) else {
            for warning in session.warnings { Console.error("buoy: warning: \(warning)") }
            try await LinePrinter(session: session).run()
            return
        }
        let glyphs = theme.glyphs.applied(to: await terminal.glyphs)
        let options = self.appearance.dashboardOptions(session, glyphs: glyphs)
        let end = await DashboardLoop(session: session, terminal: terminal, options: options).run()
        await terminal.restore()
        await session.stop()
        guard end.exitCode == 0 else { throw ExitCode(end.exitCode) }
    }

    /// - Returns: `nil` for a terminal that can only print: it gets what a pipe gets.
    @MainActor
    private func terminal(_ theme: Theme) -> Terminal? {
        do throws(TerminalError) {
            return try Terminal.start(self.appearance.terminalOptions(theme))
        } catch {
            switch error {
            case .notATerminal, .noCursorAddressing: break
            case .unknownType: Console.error("buoy: \(error). Lines are printed instead.")
            }
            return nil
        }
    }
}
