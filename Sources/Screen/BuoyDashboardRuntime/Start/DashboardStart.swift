import ArgumentParser
package import BuoyCursesTerminal
package import BuoyDashboard
import BuoyProgramSupport
package import BuoyTextScreen

/// What the commands with a dashboard do before they know what it shows: the configuration, the
/// theme and the script of keys are read, and then the terminal is prepared.
package struct DashboardStart {
    /// Reads the configuration, now and for a reload.
    package let loader: ConfigurationLoader
    /// The configuration, changed by the arguments.
    package let loaded: LoadedConfiguration
    private let theme: Theme
    private let keyScript: KeyScript?
    private let appearance: AppearanceArguments

    /// - Throws: `ProgramFailure` or `ValidationError` if something cannot be used.
    package init(_ appearance: AppearanceArguments, _ loader: ConfigurationLoader) throws {
        self.appearance = appearance
        self.loader = loader
        self.loaded = try appearance.loaded(by: loader)
        if self.loaded.program.usesASCII { Console.useASCII() }
        self.theme = try appearance.resolvedTheme(self.loaded, loader.themes)
        self.keyScript = try appearance.keyScript()
    }

    /// Prepares the terminal.
    ///
    /// - Parameters:
    ///   - server: what is watched, for the report of a crash.
    ///   - secrets: values that must not be in that report.
    /// - Returns: `nil` for a terminal that can only print; it gets the same output as a pipe.
    @MainActor
    package func terminal(watching server: String, secrets: [[UInt8]]) -> Terminal? {
        self.appearance.terminal(
            self.theme, self.loaded, self.loader, watching: server, secrets: secrets)
    }

    /// The symbols of the theme, as the terminal can draw them.
    package func glyphs(on terminal: Terminal) async -> GlyphSet {
        self.theme.glyphs.applied(to: await terminal.glyphs)
    }

    /// The options of a dashboard that is about no server.
    package func options(on terminal: Terminal) async -> DashboardOptions {
        var options = self.appearance.dashboardOptions(
            self.loaded, glyphs: await self.glyphs(on: terminal))
        options.themes = self.loader.themes.names()
        return options
    }

    /// Shows a dashboard until it ends, and gives the terminal back.
    package func show(
        _ source: any DashboardSource, _ options: DashboardOptions, on terminal: Terminal
    ) async -> LoopEnd {
        let environment = await DashboardEnvironment(
            features: ProgramParts.current.features, source: source, terminal: terminal,
            loader: self.loader,
            loaded: self.loaded, load: self.appearance.loaded(by:), keyScript: self.keyScript)
        let end = await DashboardLoop(environment, options: options).run()
        await terminal.restore()
        return end
    }
}

extension LoopEnd {
    /// Ends the program as the dashboard ended.
    ///
    /// - Throws: the exit code, unless it is that of success.
    package func leave() throws {
        if case .scriptFailed(let error) = self {
            throw ProgramFailure(.failed, "--key-script: \(error)")
        }
        guard self.exitCode == 0 else { throw ExitCode(self.exitCode) }
    }
}
