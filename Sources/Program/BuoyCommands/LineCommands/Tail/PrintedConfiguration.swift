import BuoyDashboardRuntime
import BuoyProgramSupport

enum PrintedConfiguration {
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
    mutating func use(_ configuration: ConfigurationFile) {
        for warning in configuration.warnings { Console.errorLine("buoy: warning: \(warning)") }
        if configuration.program.usesASCII { Console.useASCII() }
        self.sections = configuration.sections
    }
}
