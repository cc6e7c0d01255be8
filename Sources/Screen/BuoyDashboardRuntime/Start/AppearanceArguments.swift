import ArgumentParser
package import BuoyCursesTerminal
import BuoyDashboard
package import BuoyProgramSupport
import BuoyScripts
package import BuoyTextScreen

/// These override the configuration.
package struct AppearanceArguments: ParsableArguments {
    @Option(
        help: """
            A theme name or the path to a theme file (containing a slash). `buoy config themes` \
            lists the themes. If NO_COLOR is set, the default is mono.
            """, completion: .themes)
    var theme: String?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            """
            Set a key of the configuration for this run, such as layout=events or mouse=false. \
            May be repeated.
            """, valueName: "key=value"), completion: .settings)
    var changes: [String] = []

    @Option(
        help: ArgumentHelp(
            "The maximum number of colours; true also uses colours not reported by the terminal.",
            valueName: "colours"))
    var color: ProgramOptions.ColorUse?

    @Flag(.ascii, help: "Draw with ASCII characters only.")
    package var ascii = false

    @Option(
        name: .customLong("key-script"),
        help: ArgumentHelp(
            "Play a key script, which presses keys and can wait for text on the screen.",
            valueName: "file"),
        completion: .file())
    var keyScriptPath: String?

    package init() {}

    /// - Throws: `ProgramFailure` with all errors in the configuration.
    package func loaded(by loader: ConfigurationLoader) throws -> LoadedConfiguration {
        var loaded: LoadedConfiguration
        do {
            loaded = try loader.load(theme: self.theme, color: self.color, changes: self.changes)
        } catch {
            guard error.isAboutArguments else {
                throw ProgramFailure(.usage, error.description)
            }
            throw ValidationError(error.description)
        }
        if let found = Self.foundServer() {
            loaded.found = found
            loaded.servers.append(found)
        }
        return loaded
    }

    /// From a `.env` file in the folder; offered, but not used unasked.
    private static func foundServer() -> NamedServer? {
        let environment = try? AppEnvironment.read(".env", in: Environment.folder)
        return try? environment?.server()
    }

    package func resolvedTheme(_ loaded: LoadedConfiguration, _ themes: ThemeSearch) throws -> Theme
    {
        do {
            return try themes.theme(loaded.settings.theme)
        } catch {
            throw ValidationError("\(loaded.theme.reason.optionPrefix)\(error.description)")
        }
    }

    func terminalOptions(_ theme: Theme, _ loaded: LoadedConfiguration) -> TerminalOptions {
        let program = loaded.program
        var options = TerminalOptions(
            theme: theme,
            color: program.color.requestedColors,
            alphabet: self.ascii || program.usesASCII ? .ascii : nil,
            setsTitle: program.setsTitle,
            escapeDelay: program.escapeDelay)
        options.paintsBackground = program.paintsBackground
        options.usesMouse = loaded.settings.usesMouse
        options.asksBackground = loaded.asksBackground
        return options
    }
}

extension ProgramOptions.ColorUse: ExpressibleByArgument {
    package var requestedColors: RequestedColors {
        self == .direct ? .direct : self.limit.map(RequestedColors.atMost) ?? .known
    }
}

extension OptionVariable {
    package static let all =
        Self.of(ServerSetting.withVariable)
        + [SettingOption.policy, .ascii].compactMap { OptionVariable($0) }
}
