import BuoyCursesTerminal
import BuoyDashboard

/// What a dashboard runs in: its source, its terminal, its configuration and the settings it keeps.
@MainActor
package final class DashboardEnvironment {
    /// Reads the configuration with a loader, and changes it as the arguments say.
    ///
    /// - Throws: `ProgramFailure` or `ValidationError` with what is wrong.
    package typealias Load = @Sendable (ConfigurationLoader) throws -> LoadedConfiguration

    let source: any DashboardSource
    /// What carries out the requests of features.
    let features: [any Feature.Type]
    let terminal: Terminal
    private(set) var loader: ConfigurationLoader
    private let load: Load
    /// The configuration; changed by a reload.
    private(set) var loaded: LoadedConfiguration
    let settingsStore: SettingsStore
    /// The keys to press, if a script is played.
    let keyScript: KeyScript?

    /// Puts the parts together.
    ///
    /// - Parameters:
    ///   - loader: reads the configuration.
    ///   - loaded: the configuration at the start.
    ///   - load: reads it again for a reload.
    ///   - keyScript: the keys to press; `nil` for none.
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

    /// Reloads the configuration, away from the main actor.
    ///
    /// - Throws: as `Load`; then nothing changes.
    func reload() async throws {
        self.loaded = try await Self.loaded(self.load, self.loader)
        await self.settingsStore.use(self.loaded.keeper)
    }

    /// Uses the configuration as it is for another server.
    func use(_ loader: ConfigurationLoader, _ loaded: LoadedConfiguration) async {
        var loader = loader
        loader.isBackgroundLight = self.loader.isBackgroundLight
        self.loader = loader
        self.loaded = loaded
        await self.settingsStore.use(loaded.keeper)
    }

    /// Reads it again with what the terminal has said about its background.
    ///
    /// - Throws: as `reload`.
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

/// Saves settings for the next run, away from the main actor because writing a file may take time.
actor SettingsStore {
    private var keeper: SettingsKeeper

    init(_ keeper: SettingsKeeper) { self.keeper = keeper }

    /// Replaces the keeper after a reload of the configuration.
    func use(_ keeper: SettingsKeeper) { self.keeper = keeper }

    /// Saves settings.
    ///
    /// - Returns: the reason if they could not be saved, unless it was returned before.
    func keep(_ settings: DashboardSettings) -> String? { self.keeper.keep(settings) }
}
