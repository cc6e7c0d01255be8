import BuoyDashboard
package import BuoyScripts
import BuoyTOMLFiles

/// The configuration in a file, with defaults for what the file does not set.
package struct ConfigurationFile: Hashable, Sendable {
    /// The settings. The theme and the mouse are decided when the terminal is known; see `theme`
    /// and `program`.
    var settings = DashboardSettings()
    /// The theme, or one for each background.
    var theme = ThemeSetting.one(BuiltInThemes.defaultName)
    /// The background of the terminal, as configured.
    var background = TerminalBackground.auto
    /// The options of the program and its terminal.
    package internal(set) var program = ProgramOptions()
    /// The keys of the commands.
    var keymap: Keymap
    /// The tables of the sections that features bring, by the name of the section.
    var tables: [String: [SectionTable]] = [:]
    /// The servers, in the order of the file.
    package internal(set) var servers: [NamedServer] = []
    /// Warnings about the file.
    package internal(set) var warnings: [ConfigurationError] = []

    /// What it says in the sections that features bring.
    package var sections: ConfiguredSections {
        ConfiguredSections(self.tables, savedFilters: self.savedFilters)
    }

    /// The filters that others may name.
    var savedFilters: [SavedFilter] {
        self.settings.savedFilters.map { SavedFilter(name: $0, source: $1) }
    }

    /// Creates the default configuration.
    init(_ catalog: Catalog) { self.keymap = catalog.keymap }

    /// Reads the text of a configuration.
    /// - Parameters:
    ///   - file: its path, for errors and for relative paths in the file.
    ///   - home: the meaning of `~` in paths.
    ///   - themes: the themes that can be chosen.
    ///   - subject: what it may name.
    /// - Throws: all errors in the file.
    init(
        text: String, file: String, home: String? = nil, themes: ThemeSearch = .builtIn,
        for subject: ConfigurationSubject
    ) throws(ConfigurationErrors) {
        var reader = ConfigurationReader(
            text: text, file: file, home: home, themes: themes, for: subject)
        self = try reader.read()
    }

    /// Reads a configuration file. Returns the defaults if no file was named and the usual one does
    /// not exist.
    package static func read(
        _ paths: ConfigurationPaths, themes: ThemeSearch, for subject: ConfigurationSubject
    ) throws(ConfigurationErrors) -> ConfigurationFile {
        guard let path = paths.configuration else { return ConfigurationFile(subject.catalog) }
        let file: FileText
        do {
            file = try FileText.read(path)
        } catch .missing where !paths.isConfigurationNamed {
            return ConfigurationFile(subject.catalog)
        } catch {
            let problem = ConfigurationError.Problem.unreadable(error.description)
            throw ConfigurationErrors(errors: [ConfigurationError(file: path, problem: problem)])
        }
        var configuration = try ConfigurationFile(
            text: file.text, file: path, home: paths.home, themes: themes, for: subject)
        configuration.warnings += file.warnings.map {
            ConfigurationError(file: path, problem: .careless($0))
        }
        return configuration
    }
}
