internal import ArgumentParser
internal import Channels
internal import CursesTerminal
internal import TextScreen

/// Shows a live connection: as a dashboard in a terminal, as lines elsewhere.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show a live connection (what buoy does without a subcommand).")

    @OptionGroup(title: "What to connect to")
    var connection: ConnectionArguments

    @OptionGroup(title: "How it looks")
    var appearance: AppearanceArguments

    func run() async throws {
        let environment = Environment.current
        let theme = try self.appearance.resolvedTheme(environment: environment)
        let session = try await Session.start(self.connection, environment: environment)
        let wantsScreen = Terminal.canShow && !self.appearance.printsLines
        guard wantsScreen, let terminal = try await self.terminal(theme) else {
            try await LinePrinter(session: session).run()
            return
        }
        let options = self.appearance.dashboardOptions(session, glyphs: await terminal.glyphs)
        let end = await DashboardLoop(session: session, terminal: terminal, options: options).run()
        await terminal.restore()
        await session.stop()
        guard end.exitCode == 0 else { throw ExitCode(end.exitCode) }
    }

    /// - Returns: `nil` for a terminal that can only print: it gets what a pipe gets.
    @MainActor
    private func terminal(_ theme: Theme) throws -> Terminal? {
        do throws(TerminalError) {
            return try Terminal.start(self.appearance.terminalOptions(theme))
        } catch .notATerminal {
            return nil
        } catch .noCursorAddressing {
            return nil
        } catch {
            throw ProgramFailure(.failed, "\(error)")
        }
    }
}
