import ArgumentParser
import BuoyDashboardRuntime
import BuoyProgramSupport

struct ThemesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "themes",
        abstract: "List the themes for --theme, and check them.",
        discussion: """
            Prints one line per theme: its name for --theme, the backgrounds it is made for, its \
            title and source, or why it cannot be used. With a name, prints all its details.

            Your own themes are NAME.toml in $XDG_CONFIG_HOME/buoy/themes (by default \
            ~/.config/buoy/themes), or in buoy/themes of each directory of $XDG_DATA_DIRS.

            Exit codes: 0 done, 1 if --check finds an error or cannot read a theme, \
            2 wrong usage or no such theme.
            """)

    @Flag(help: "Check each theme for errors and for colours that are hard to read.")
    var check = false

    @Argument(
        help: "Only this theme: a name, or the path of a file (with a slash).",
        completion: .themes)
    var theme: String?

    func run() throws {
        let themes = try self.themes(ThemeSearch(environment: Environment.current))
        guard self.check else {
            let isOne = self.theme != nil
            try Console.print(
                isOne ? themes.map(ThemeTable.details).joined() : ThemeTable(themes).text)
            return
        }
        let report = ThemeReport(themes)
        try Console.print(report.text)
        guard report.errors == 0 else { throw ExitCode(ProgramExit.failed.rawValue) }
    }

    private func themes(_ search: ThemeSearch) throws -> [AvailableTheme] {
        guard let theme = self.theme else { return search.available() }
        do {
            return [try search.find(theme)]
        } catch {
            throw ValidationError(error.description)
        }
    }
}
