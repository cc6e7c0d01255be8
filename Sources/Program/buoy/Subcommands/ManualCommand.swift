import ArgumentParser
import BuoyDashboard
import BuoyDashboardRuntime
import BuoyFeatureList
import BuoyProgramSupport

/// Prints the manual pages, for whoever packages the program. Not listed in the help.
struct ManualCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual", abstract: "Print the manual page, or write all pages to a folder.",
        discussion: "Exit codes: 0 done, 1 a page could not be written, 2 wrong usage.",
        shouldDisplay: false)

    @Option(
        name: .customLong("output"),
        help: ArgumentHelp(
            "An existing folder to write each command's page to.", valueName: "folder"),
        completion: .directory)
    var folder: String?

    @Flag(help: "Print all commands as one Markdown page instead.")
    var markdown = false

    func run() async throws {
        if self.markdown, let program = CommandDescription(dump: Buoy._dumpHelp()) {
            return try Console.print(CommandReference(program).markdown)
        }
        guard let pages = Self.pages else {
            throw ProgramFailure(.failed, "The commands could not be described.")
        }
        guard let folder = self.folder else {
            try Console.print(pages.main.text)
            return
        }
        for page in pages.all {
            do {
                _ = try await OutputFile.write(
                    Array(page.text.utf8), to: "\(folder)/\(page.file)", overwrites: true)
            } catch {
                throw ProgramFailure(.failed, error.description)
            }
        }
    }

    private static var pages: ManualPages? {
        CommandDescription(dump: Buoy._dumpHelp()).map { program in
            ManualPages(
                program, version: "buoy \(Version.number)", appendices: self.appendices,
                common: self.common,
                sections: [
                    ManualSection("Keys", text: KeyTable(Catalog.whole.keymap, .whole).text),
                    self.environment, self.files,
                ])
        }
    }

    private static var appendices: [String: String] {
        let commands = Buoy.configuration.subcommands.compactMap { command in
            (command as? any HelpedCommand.Type).map { helped in
                let examples = HelpText.exampleSection(helped.examples)
                return (
                    command._commandName,
                    ([helped.appendix] + examples).filter { !$0.isEmpty }.joined(separator: "\n\n")
                )
            }
        }
        return Dictionary(commands) { first, _ in first }
    }

    private static var common: [String: [String]] {
        let commands = Buoy.configuration.subcommands.compactMap { command in
            (command as? any HelpedCommand.Type)?.commonOptions.map { (command._commandName, $0) }
        }
        return Dictionary(commands) { first, _ in first }
    }

    private static var environment: ManualSection {
        ManualSection(
            "Environment",
            OptionVariable.all.map { .init($0.name, "The same as \($0.option).") } + [
                .init("BUOY_CONFIG", "The same as --config."),
                .init("BUOY_THEME", "The same as --theme."),
                .init("BUOY_SECRET", "The app's secret, to sign locally."),
                .init("NO_COLOR", "Use the theme mono, unless another is set."),
            ])
    }

    private static let files = ManualSection(
        "Files",
        [
            .init(
                "$XDG_CONFIG_HOME/buoy/config.toml",
                "The configuration, by default in ~/.config. "
                    + "buoy config --print-default prints a template."
            ),
            .init("$XDG_CONFIG_HOME/buoy/themes", "Your own themes."),
            .init(
                "$XDG_STATE_HOME/buoy",
                "Settings and crash reports kept between runs, by default in ~/.local/state."
            ),
        ])
}
