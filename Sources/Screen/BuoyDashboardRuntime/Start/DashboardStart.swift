import ArgumentParser
package import BuoyCursesTerminal
package import BuoyDashboard
import BuoyProgramSupport
package import BuoyTextScreen

package struct DashboardStart {
    package let loader: ConfigurationLoader
    package let loaded: LoadedConfiguration
    private let theme: Theme
    private let keyScript: KeyScript?
    private let appearance: AppearanceArguments

    package init(_ appearance: AppearanceArguments, _ loader: ConfigurationLoader) throws {
        self.appearance = appearance
        self.loader = loader
        self.loaded = try appearance.loaded(by: loader)
        if self.loaded.program.usesASCII { Console.useASCII() }
        self.theme = try appearance.resolvedTheme(self.loaded, loader.themes)
        self.keyScript = try appearance.keyScript()
    }

    @MainActor
    package func terminal(watching server: String, secrets: [[UInt8]]) -> Terminal? {
        self.appearance.terminal(
            self.theme, self.loaded, self.loader, watching: server, secrets: secrets)
    }

    package func glyphs(on terminal: Terminal) async -> GlyphSet {
        self.theme.glyphs.applied(to: await terminal.glyphs)
    }

    package func options(on terminal: Terminal) async -> DashboardOptions {
        var options = self.appearance.dashboardOptions(
            self.loaded, glyphs: await self.glyphs(on: terminal))
        options.themes = self.loader.themes.names()
        return options
    }

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
    package func leave() throws {
        if case .scriptFailed(let error) = self {
            throw ProgramFailure(.failed, "--key-script: \(error.description)")
        }
        guard self.exitCode == 0 else { throw ExitCode(self.exitCode) }
    }
}
