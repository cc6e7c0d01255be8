import ArgumentParser
package import BuoyCursesTerminal
import BuoyDashboard
package import BuoyProgramSupport
import BuoyScripts
package import BuoyTextScreen
import ChannelsBasics

/// These override the configuration.
package struct AppearanceArguments: ParsableArguments {
    @Option(
        help: """
            A theme name or the path to a theme file (containing a slash). `buoy config themes` \
            lists the themes. If NO_COLOR is set, the default is mono.
            """, completion: .themes)
    var theme: String?

    @Option(.layout, completion: .layouts) var layout: String?

    @Flag(exclusivity: .chooseLast)
    var firstPane: FirstPane?

    @Option(
        help: ArgumentHelp(
            "The maximum number of colours; true also uses colours not reported by the terminal.",
            valueName: "colours"))
    var color: ProgramOptions.ColorUse?

    @Flag(name: .customLong("no-bg"), help: "Keep the terminal's own background.")
    var keepsBackground = false

    @Flag(.ascii, help: "Draw with ASCII characters only.")
    package var ascii = false

    @Flag(inversion: .prefixedNo, help: "Use the mouse. Press F2 to toggle it.")
    var mouse: Bool?

    @Option(
        name: .customLong("key-script"),
        help: ArgumentHelp(
            "Play a key script, which presses keys and can wait for text on the screen.",
            valueName: "file"),
        completion: .file())
    var keyScriptPath: String?

    @Option(
        name: .customLong("fps"),
        help: ArgumentHelp(
            "The maximum number of frames per second (default: 30, or 10 over SSH).",
            valueName: "number"))
    var framesPerSecond: Int?

    package init() {}

    package func validate() throws {
        guard let framesPerSecond else { return }
        guard 1...60 ~= framesPerSecond else {
            throw ValidationError("--fps must be between 1 and 60, not \(framesPerSecond).")
        }
    }

    /// - Throws: `ProgramFailure` with all errors in the configuration.
    package func loaded(by loader: ConfigurationLoader) throws -> LoadedConfiguration {
        var loaded: LoadedConfiguration
        do {
            loaded = try loader.load(theme: self.theme, color: self.color)
        } catch {
            throw ProgramFailure(.usage, error.description)
        }
        if let mouse { loaded.settings.usesMouse = mouse }
        if let layout { loaded.settings.layout = try Self.layout(layout, loaded.settings) }
        if let found = Self.foundServer() {
            loaded.found = found
            loaded.servers.append(found)
        }
        loaded.keeper.begin(with: loaded.settings)
        return loaded
    }

    /// From a `.env` file in the folder; offered, but not used unasked.
    private static func foundServer() -> NamedServer? {
        let environment = try? AppEnvironment.read(".env", in: Environment.folder)
        return try? environment?.server()
    }

    private static func layout(
        _ name: String, _ settings: DashboardSettings
    ) throws -> LayoutSettings {
        if let layout = settings.layout(named: name) { return layout }
        throw ValidationError(
            "--layout: \(Suggestion.unknown("layout", name, among: settings.layoutNames))")
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
        options.paintsBackground = program.paintsBackground && !self.keepsBackground
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

extension SettingOption {
    static let layout = SettingOption(
        "layout", .word("name", LayoutSettings.Preset.allCases.map(\.rawValue)),
        "The pane layout: "
            + LayoutSettings.Preset.allCases.map(\.rawValue).joined(separator: ", ")
            + ", or a saved layout.",
        variable: .present(besides: []))
}

extension OptionVariable {
    package static let all =
        Self.of(ServerSetting.withVariable)
        + [SettingOption.policy, .layout, .ascii].compactMap { OptionVariable($0) }
}
