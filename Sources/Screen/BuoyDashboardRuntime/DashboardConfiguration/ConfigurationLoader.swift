package import BuoyDashboard
package import BuoyScripts
import BuoyTOMLFiles

package struct LoadedConfiguration: Sendable {
    /// Those of the configuration, changed by those set in the program during earlier runs.
    var settings: DashboardSettings
    package let keymap: Keymap
    package let program: ProgramOptions
    package let sections: ConfiguredSections
    package var servers: [NamedServer]
    /// Described by a `.env` file in the folder; one of `servers`, to be chosen.
    package var found: NamedServer?
    package let theme: ThemeChoice
    /// Whether the theme depends on a background that only the terminal knows.
    let asksBackground: Bool
    package let warnings: [String]
    /// Must be told about settings that arguments change.
    var keeper: SettingsKeeper
}

/// What wins:
///
/// ```
/// arguments ▶ environment ▶ set in the program ▶ configuration ▶ defaults
///                           (unless the configuration has changed there since)
/// ```
package struct ConfigurationLoader: Sendable {
    package let paths: ConfigurationPaths
    package let themes: ThemeSearch
    package let subject: ConfigurationSubject
    /// `nil` until the terminal has said.
    var isBackgroundLight: Bool?
    private let environment: [String: String]
    private let server: String?
    private let named: String?

    /// - Parameters:
    ///   - server: identifies an app on a server; `nil` if none is watched.
    ///   - named: the server of the configuration whose layout and theme are used.
    init(
        environment: [String: String], configuration: String? = nil, server: String? = nil,
        named: String? = nil, for subject: ConfigurationSubject
    ) {
        self.subject = subject
        self.environment = environment
        self.server = server
        self.named = named
        self.paths = ConfigurationPaths(environment: environment, configuration: configuration)
        self.themes = ThemeSearch(environment: environment)
    }

    /// - Parameters:
    ///   - theme: given by `--theme`; it is not looked up here.
    ///   - changes: `KEY=VALUE`, for this run.
    package func load(
        theme: String? = nil, color: ProgramOptions.ColorUse? = nil, changes: [String] = []
    ) throws(ConfigurationErrors) -> LoadedConfiguration {
        let changes = changes.map(SettingArgument.init)
        var file = try ConfigurationFile.read(
            self.paths, themes: self.themes, for: self.subject)
        try self.start(&file, with: changes)
        if let color { file.program.color = color }
        let server = file.servers.first { $0.name == self.named }
        if let theme = server?.settings.theme { file.theme = .one(theme) }
        if let layout = server?.settings.layout.flatMap({ file.settings.layout(named: $0) }) {
            file.settings.layout = layout
        }
        let isRemote = self.isRemote
        var configured = file.settings
        configured.theme = file.theme.name(isLight: self.isLight(file))
        configured.usesMouse = file.program.usesMouse ?? !isRemote
        var warnings = file.warnings.map(\.description)
        let place = self.place(hasTheme: server?.settings.theme != nil)
        let kept = self.kept(configured, at: place, warnings: &warnings)
        let settings = try self.changed(kept, changes)
        let theme = theme ?? (changes.contains { $0.key == "theme" } ? settings.theme : nil)
        let choice = self.choice(theme, file, configured: configured, kept: settings.theme)
        var loaded = LoadedConfiguration(
            settings: settings, keymap: file.keymap, program: file.program,
            sections: file.sections, servers: file.servers, theme: choice,
            asksBackground: Self.asksBackground(file, choice), warnings: warnings,
            keeper: SettingsKeeper(
                path: self.paths.state, configured: configured, known: kept,
                place: place))
        loaded.settings.theme = choice.name
        loaded.keeper.begin(with: loaded.settings)
        return loaded
    }

    /// As far as they can be read. No file is changed.
    var layoutNames: [String] {
        let file = try? ConfigurationFile.read(
            self.paths, themes: self.themes, for: self.subject)
        let settings = (file ?? ConfigurationFile(self.subject.catalog)).settings
        guard let path = self.paths.state, let text = try? FileText.read(path).text,
            let state = StateFile(text: text)
        else { return settings.layoutNames }
        return state.applied(to: settings, at: self.place(hasTheme: false)).layoutNames
    }

    var isRemote: Bool { TerminalEnvironment(self.environment).isRemote }

    func isLight(_ file: ConfigurationFile) -> Bool {
        file.background.isLight(
            answer: self.isBackgroundLight, environment: self.environment)
    }

    private static func asksBackground(_ file: ConfigurationFile, _ choice: ThemeChoice) -> Bool {
        guard file.background == .auto, case .byBackground = file.theme else { return false }
        switch choice.reason {
        case .background, .picked: return true
        case .argument, .noColor, .variable, .colorNever, .configured, .standard: return false
        }
    }

    private func place(hasTheme: Bool) -> StatePlace {
        StatePlace(
            catalog: self.subject.catalog, isRemote: self.isRemote, server: self.server,
            hasTheme: hasTheme)
    }

    private func kept(
        _ configured: DashboardSettings, at place: StatePlace, warnings: inout [String]
    ) -> DashboardSettings {
        guard let path = self.paths.state else { return configured }
        let state = StateFile.read(path)
        if let warning = state.warning { warnings.append(warning) }
        var settings = state.file.applied(to: configured, at: place)
        if settings.theme != configured.theme {
            do {
                _ = try self.themes.theme(settings.theme)
            } catch {
                warnings.append("the theme from the last run cannot be used: \(error.description)")
                settings.theme = configured.theme
            }
        }
        return settings
    }

    private func choice(
        _ argument: String?, _ file: ConfigurationFile, configured: DashboardSettings,
        kept: String
    ) -> ThemeChoice {
        if let argument { return ThemeChoice(name: argument, reason: .argument) }
        let mono = BuiltInThemes.monochromeName
        if TerminalEnvironment(self.environment).refusesColor, file.program.color == .auto {
            return ThemeChoice(name: mono, reason: .noColor)
        }
        if let name = self.environment["BUOY_THEME"], !name.isEmpty {
            return ThemeChoice(name: name, reason: .variable)
        }
        if file.program.color == .never { return ThemeChoice(name: mono, reason: .colorNever) }
        if kept != configured.theme { return ThemeChoice(name: kept, reason: .picked) }
        switch file.theme {
        case .one(BuiltInThemes.defaultName):
            return ThemeChoice(name: kept, reason: .standard)
        case .one: return ThemeChoice(name: kept, reason: .configured)
        case .byBackground:
            return ThemeChoice(name: kept, reason: .background(isLight: self.isLight(file)))
        }
    }
}
