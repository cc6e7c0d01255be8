package import BuoyCursesTerminal
package import BuoyDashboard
import BuoyProgramSupport
package import BuoyTextScreen

// What the commands with a dashboard share, whatever is watched.
extension AppearanceArguments {
    /// - Parameters:
    ///   - server: what is watched, for the report of a crash.
    ///   - secrets: values that must not be in that report.
    /// - Returns: `nil` for a terminal that can only print; it gets the same output as a pipe.
    @MainActor
    package func terminal(
        _ theme: Theme, _ loaded: LoadedConfiguration, _ loader: ConfigurationLoader,
        watching server: String, secrets: [[UInt8]]
    ) -> Terminal? {
        var options = self.terminalOptions(theme, loaded)
        options.crashReport = CrashNotes.options(
            loader.paths, watching: server, secrets: secrets)
        do throws(TerminalError) {
            return try Terminal.start(options)
        } catch {
            switch error {
            case .notATerminal, .noCursorAddressing: break
            case .unknownType, .noTypes, .system:
                Console.error("buoy: \(error.description). Printing lines instead.")
            }
            return nil
        }
    }

    package func dashboardOptions(_ loaded: LoadedConfiguration, glyphs: GlyphSet)
        -> DashboardOptions
    {
        let environment = Environment.current
        var options = DashboardOptions(
            glyphs: glyphs,
            utcOffsetSeconds: LocalTime.utcOffsetSeconds,
            eventLimit: loaded.program.eventLimit,
            eventByteLimit: loaded.program.eventByteLimit,
            framesPerSecond: loaded.program.framesPerSecond(environment: environment),
            catalog: ProgramParts.current.catalog,
            keymap: loaded.keymap)
        options.settings = loaded.settings
        options.settingKeys = ConfigurationKey.forSetting
        options.environment =
            ProgramFacts.figures + TerminalEnvironment(environment).figures
        return options
    }
}
