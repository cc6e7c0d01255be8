internal import Configuration
internal import CursesTerminal
internal import Dashboard

/// What a dashboard works with.
@MainActor
final class DashboardParts {
    let session: Session
    let terminal: Terminal
    let loader: ConfigurationLoader
    private let appearance: AppearanceArguments
    /// What is configured; changed by a reload.
    private(set) var loaded: LoadedConfiguration
    let shelf: SettingsStore

    init(
        session: Session, terminal: Terminal, loader: ConfigurationLoader,
        loaded: LoadedConfiguration, appearance: AppearanceArguments
    ) {
        self.session = session
        self.terminal = terminal
        self.loader = loader
        self.appearance = appearance
        self.loaded = loaded
        self.shelf = SettingsStore(loaded.keeper)
    }

    /// Reads the configuration again, away from the main actor.
    ///
    /// - Throws: `ProgramFailure` that tells what is wrong; everything stays as it was then.
    func reload() async throws {
        self.loaded = try await Self.loaded(self.appearance, self.loader)
        await self.shelf.use(self.loaded.keeper)
    }

    @concurrent
    private static func loaded(
        _ appearance: AppearanceArguments, _ loader: ConfigurationLoader
    ) async throws -> LoadedConfiguration {
        try appearance.loaded(by: loader)
    }
}

/// Where settings are put for the next run. Writing a file may take its time: not the screen's.
actor SettingsStore {
    private var keeper: SettingsKeeper

    init(_ keeper: SettingsKeeper) { self.keeper = keeper }

    /// Keeps from now on what differs from a configuration that was read again.
    func use(_ keeper: SettingsKeeper) { self.keeper = keeper }

    /// Keeps settings.
    ///
    /// - Returns: why they could not be kept, if that is news.
    func keep(_ settings: DashboardSettings) -> String? { self.keeper.keep(settings) }
}
