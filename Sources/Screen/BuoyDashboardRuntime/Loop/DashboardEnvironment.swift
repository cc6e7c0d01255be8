import BuoyCursesTerminal
import BuoyDashboard

@MainActor
package final class DashboardEnvironment {
    /// Reads the configuration with a loader, and changes it as the arguments say.
    ///
    /// - Throws: `ProgramFailure` or `ValidationError` with what is wrong.
    package typealias Load = @Sendable (ConfigurationLoader) throws -> LoadedConfiguration

    let source: any DashboardSource
    let features: [any Feature.Type]
    let terminal: Terminal
    private(set) var loader: ConfigurationLoader
    private let load: Load
    private(set) var loaded: LoadedConfiguration
    let settingsStore: SettingsStore
    let keyScript: KeyScript?

    init(
        features: [any Feature.Type], source: any DashboardSource, terminal: Terminal,
        loader: ConfigurationLoader,
        loaded: LoadedConfiguration, load: @escaping Load, keyScript: KeyScript?
    ) {
        self.keyScript = keyScript
        self.source = source
        self.features = features
        self.terminal = terminal
        self.loader = loader
        self.load = load
        self.loaded = loaded
        self.settingsStore = SettingsStore(loaded.keeper)
    }

    /// - Throws: as `Load`; then nothing changes.
    func reload() async throws {
        self.loaded = try await Self.loaded(self.load, self.loader)
        await self.settingsStore.use(self.loaded.keeper)
    }

    func use(_ loader: ConfigurationLoader, _ loaded: LoadedConfiguration) async {
        var loader = loader
        loader.isBackgroundLight = self.loader.isBackgroundLight
        self.loader = loader
        self.loaded = loaded
        await self.settingsStore.use(loaded.keeper)
    }

    func use(isBackgroundLight: Bool) async throws {
        self.loader.isBackgroundLight = isBackgroundLight
        try await self.reload()
    }

    @concurrent
    private static func loaded(
        _ load: Load, _ loader: ConfigurationLoader
    ) async throws -> LoadedConfiguration {
        try load(loader)
    }
}

/// Away from the main actor, because writing a file may take time.
actor SettingsStore {
    private var keeper: SettingsKeeper

    init(_ keeper: SettingsKeeper) { self.keeper = keeper }

    func use(_ keeper: SettingsKeeper) { self.keeper = keeper }

    /// - Returns: why they could not be saved, unless it was returned before.
    func keep(_ settings: DashboardSettings) -> String? { self.keeper.keep(settings) }
}
