internal import ArgumentParser
internal import Configuration

/// Lists the themes, or checks them.
struct ThemesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "themes",
        abstract: "List the themes that --theme takes, and check them.",
        discussion: """
            One line for each theme: what --theme takes, the backgrounds it is made for, its name, \
            its author, and where it comes from; or why it cannot be used.

            Your own are NAME.toml in $XDG_CONFIG_HOME/buoy/themes (otherwise \
            ~/.config/buoy/themes) and in buoy/themes of each directory of $XDG_DATA_DIRS.

            Exit codes: 0 done, 1 with --check when a theme has an error or cannot be read, \
            2 wrong usage or no such theme.
            """)

    @Flag(help: "Print what is hard to read in each theme, or wrong with its file.")
    var check = false

    @Argument(help: "Only this theme: its name, or the path of its file (with a slash).")
    var theme: String?

    func run() throws {
        let themes = try self.themes(ThemeSearch(environment: Environment.current))
        guard self.check else {
            Console.print(ThemeTable(themes).text)
            return
        }
        let report = ThemeReport(themes)
        Console.print(report.text)
        guard report.errors == 0 else { throw ExitCode(ProgramExit.failed.rawValue) }
    }

    private func themes(_ search: ThemeSearch) throws -> [AvailableTheme] {
        guard let theme = self.theme else { return search.available() }
        do {
            return [try search.find(theme)]
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
