package import Dashboard

/// A configuration as read from its file, with defaults for what the file does not set.
package struct ConfigurationFile: Hashable, Sendable {
    /// Theme and mouse in it wait until the terminal is known; see `theme` and `program`.
    package internal(set) var settings = DashboardSettings()
    /// The theme, or one for each background.
    package internal(set) var theme = ThemeSetting.one(BuiltInThemes.defaultName)
    /// What the terminal's background is said to be.
    package internal(set) var background = TerminalBackground.auto
    /// About the program and its terminal.
    package internal(set) var program = ProgramOptions()
    /// Which key does what.
    package internal(set) var keymap = Keymap.standard
    /// What is worth knowing about it.
    package internal(set) var warnings: [ConfigurationError] = []

    /// Where nothing is configured.
    package init() {}

    /// Reads the text of a configuration.
    /// - Parameters:
    ///   - file: its path, for errors and for relative paths in it.
    ///   - home: what `~` means in a path.
    ///   - themes: where themes are looked for.
    /// - Throws: everything that is wrong with it.
    package init(
        text: String, file: String, home: String? = nil, themes: ThemeSearch = .builtIn
    ) throws(ConfigurationErrors) {
        var reader = ConfigurationReader(text: text, file: file, home: home, themes: themes)
        self = try reader.read()
    }

    /// Reads the file of a configuration; where none was named and none is there, everything is as
    /// without one.
    package static func read(
        _ paths: ConfigurationPaths, themes: ThemeSearch
    ) throws(ConfigurationErrors) -> ConfigurationFile {
        guard let path = paths.configuration else { return ConfigurationFile() }
        let file: FileText
        do {
            file = try FileText.read(path)
        } catch .missing where !paths.isConfigurationNamed {
            return ConfigurationFile()
        } catch {
            let problem = ConfigurationError.Problem.unreadable(error.description)
            throw ConfigurationErrors(errors: [ConfigurationError(file: path, problem: problem)])
        }
        var configuration = try ConfigurationFile(
            text: file.text, file: path, home: paths.home, themes: themes)
        configuration.warnings += file.warnings.map {
            ConfigurationError(file: path, problem: .careless($0))
        }
        return configuration
    }
}
