package import Dashboard

/// Everything that is configured, as the program begins with it.
package struct LoadedConfiguration: Sendable {
    /// What the configuration says, changed by what was set inside the program the last time.
    package var settings: DashboardSettings
    /// The keys of the program, changed by the configuration.
    package let keymap: Keymap
    /// What it says about the program and its terminal.
    package let program: ProgramOptions
    /// The theme of the settings, and who chose it.
    package let theme: ThemeChoice
    /// What the user should know, as sentences.
    package let warnings: [String]
    /// Keeps what is set from now on. Tell it about settings that arguments change.
    package var keeper: SettingsKeeper
}

/// Reads the configuration and what was kept from the last run.
///
/// ```
/// arguments ▶ environment ▶ set in the program ▶ configuration ▶ defaults
///                           (unless the configuration has changed there since)
/// ```
package struct ConfigurationLoader: Sendable {
    /// Where it reads and writes.
    package let paths: ConfigurationPaths
    /// Where themes are found.
    package let themes: ThemeSearch
    private let environment: [String: String]
    private let server: String?

    /// - Parameters:
    ///   - configuration: the path that `--config` names.
    ///   - server: what tells one app on one server from others; `nil` where nothing is watched.
    package init(
        environment: [String: String], configuration: String? = nil, server: String? = nil
    ) {
        self.environment = environment
        self.server = server
        self.paths = ConfigurationPaths(environment: environment, configuration: configuration)
        self.themes = ThemeSearch(environment: environment)
    }

    /// Reads it all; again for a reload.
    /// - Parameter theme: what `--theme` names; it is not looked up here.
    package func load(theme: String? = nil) throws(ConfigurationErrors) -> LoadedConfiguration {
        let file = try ConfigurationFile.read(self.paths, themes: self.themes)
        let isRemote = self.isRemote
        var configured = file.settings
        configured.theme = file.theme.name(isLight: self.isLight(file))
        configured.usesMouse = file.program.usesMouse ?? !isRemote
        var warnings = file.warnings.map(\.description)
        let settings = self.kept(configured, isRemote: isRemote, warnings: &warnings)
        let choice = self.choice(theme, file, configured: configured, kept: settings.theme)
        var loaded = LoadedConfiguration(
            settings: settings, keymap: file.keymap, program: file.program, theme: choice,
            warnings: warnings,
            keeper: SettingsKeeper(
                path: self.paths.state, configured: configured, known: settings,
                place: StatePlace(isRemote: isRemote, server: self.server)))
        loaded.settings.theme = choice.name
        loaded.keeper.begin(with: loaded.settings)
        return loaded
    }

    /// Whether the terminal is at the other end of an SSH connection.
    var isRemote: Bool { Surroundings(self.environment).isRemote }

    func isLight(_ file: ConfigurationFile) -> Bool {
        file.background.isLight(environment: self.environment)
    }

    /// The settings with what was kept from the last run.
    private func kept(
        _ configured: DashboardSettings, isRemote: Bool, warnings: inout [String]
    ) -> DashboardSettings {
        guard let path = self.paths.state else { return configured }
        let (state, warning) = StateFile.read(path)
        if let warning { warnings.append(warning) }
        var settings = state.applied(
            to: configured, at: StatePlace(isRemote: isRemote, server: self.server))
        if settings.theme != configured.theme {
            do {
                _ = try self.themes.theme(settings.theme)
            } catch {
                warnings.append("the last theme cannot be used: \(error)")
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
        if Surroundings(self.environment).refusesColor, file.program.color == .auto {
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
