import ArgumentParser
import BuoyCursesTerminal
import BuoyDashboard
import BuoyDashboardRuntime
import BuoyProgramSupport
import BuoyTextScreen

struct InfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Print versions, paths and terminal properties.",
        discussion: """
            For bug reports, and for finding out why the screen looks the way it does. Contains no \
            secrets.

            Exit codes: 0 done, 2 wrong usage, or errors in the configuration.
            """)

    @OptionGroup
    var configurationFile: ConfigurationArguments

    func run() async throws {
        let environment = Environment.current
        let loader = ConfigurationLoader(
            environment: environment, configuration: self.configurationFile.path)
        let loaded = self.load(loader)
        let terminal = await TerminalReport.take(
            loaded?.program.color.requestedColors ?? .known, asksTmux: true)
        let figures =
            ProgramFacts.figures + PathTable(loader.paths).figures + self.figures(terminal)
            + TerminalEnvironment(environment).figures
        guard let loaded else {
            try Console.print(FigureTable(figures).text)
            throw ExitCode(ProgramExit.usage.rawValue)
        }
        let theme = Action.Figure("theme", "\(loaded.theme.name), \(loaded.theme.reason)")
        try Console.print(FigureTable(figures + [theme]).text)
        for warning in loaded.warnings { Console.error("warning: \(warning)") }
        guard terminal.type == nil || terminal.remark != nil else { return }
        try Console.print(Self.recipe)
    }

    /// Errors in the configuration are printed, and do not prevent the rest.
    private func load(_ loader: ConfigurationLoader) -> LoadedConfiguration? {
        do {
            return try loader.load()
        } catch {
            Console.error(error.description)
            return nil
        }
    }

    private func figures(_ terminal: TerminalReport) -> [Action.Figure] {
        let size = terminal.size.map { "\($0.columns)x\($0.rows)" } ?? "no terminal"
        let remark = terminal.remark.map { " (\($0))" } ?? ""
        return [
            Action.Figure("terminal type", (terminal.type ?? "none") + remark),
            Action.Figure("size", size),
            Action.Figure("colours", terminal.colors.map { "\($0)" } ?? "none"),
            Action.Figure(
                "characters", terminal.alphabet == .ascii ? "ASCII" : "Unicode, in UTF-8"),
        ]
    }

    private static let recipe = """

        This machine does not know your terminal type. On the machine with the terminal, run:

            infocmp -x | ssh HOST tic -x -

        where HOST is this machine. This installs the description in ~/.terminfo on this machine.
        """
}
