import BuoyDashboard
package import BuoyScripts
import BuoyTOMLFiles

package struct ConfigurationFile: Hashable, Sendable {
    /// Without the theme and the mouse, which are decided when the terminal is known; see `theme`
    /// and `program`.
    var settings = DashboardSettings()
    var theme = ThemeSetting.one(BuiltInThemes.defaultName)
    var background = TerminalBackground.auto
    package internal(set) var program = ProgramOptions()
    var keymap: Keymap
    /// By the name of the section.
    var tables: [String: [SectionTable]] = [:]
    package internal(set) var servers: [NamedServer] = []
    package internal(set) var warnings: [ConfigurationError] = []

    package var sections: ConfiguredSections {
        ConfiguredSections(self.tables, savedFilters: self.savedFilters)
    }

    var savedFilters: [SavedFilter] {
        self.settings.savedFilters.map { SavedFilter(name: $0, source: $1) }
    }

    init(_ catalog: Catalog) { self.keymap = catalog.keymap }

    /// - Parameters:
    ///   - base: the program's options and the background where the text does not set them.
    ///   - file: its path, for errors and for relative paths in the file.
    ///   - home: the meaning of `~` in paths.
    /// - Throws: all errors in the file.
    init(
        text: String, file: String, home: String? = nil, themes: ThemeSearch = .builtIn,
        for subject: ConfigurationSubject, base: ConfigurationFile? = nil
    ) throws(ConfigurationErrors) {
        var reader = ConfigurationReader(
            text: text, file: file, home: home, themes: themes, for: subject)
        if let base {
            (reader.result.program, reader.result.background) = (base.program, base.background)
        }
        self = try reader.read()
    }

    /// The defaults if no file was named and the usual one does not exist.
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
