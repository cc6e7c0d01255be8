import BuoyDashboardRuntime
import BuoyProgramSupport

/// The parts of the configuration that apply to lines.
enum PrintedConfiguration {
    /// Reads the file that is named, or the usual one.
    ///
    /// - Throws: `ProgramFailure` with all errors in it.
    static func read(_ path: String?) throws(ProgramFailure) -> ConfigurationFile {
        let loader = ConfigurationLoader(environment: Environment.current, configuration: path)
        do {
            return try ConfigurationFile.read(
                loader.paths, themes: loader.themes, for: loader.subject)
        } catch {
            throw ProgramFailure(.usage, error.description)
        }
    }
}

extension LineRun {
    /// Uses what a configuration says for lines: its alerts, and whether only ASCII is printed.
    mutating func use(_ configuration: ConfigurationFile) {
        for warning in configuration.warnings { Console.errorLine("buoy: warning: \(warning)") }
        if configuration.program.usesASCII { Console.useASCII() }
        self.sections = configuration.sections
    }
}
