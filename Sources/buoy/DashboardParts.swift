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
    private(set) var shelf: SettingsShelf

    init(
        session: Session, terminal: Terminal, loader: ConfigurationLoader,
        loaded: LoadedConfiguration, appearance: AppearanceArguments
    ) {
        self.session = session
        self.terminal = terminal
        self.loader = loader
        self.appearance = appearance
        self.loaded = loaded
        self.shelf = SettingsShelf(loaded.keeper)
    }

    /// Reads the configuration again.
    ///
    /// - Throws: `ProgramFailure` that tells what is wrong; everything stays as it was then.
    func reload() throws {
        self.loaded = try self.appearance.loaded(by: self.loader)
        self.shelf = SettingsShelf(self.loaded.keeper)
    }
}

/// Where settings are put for the next run. Writing a file may take its time: not the screen's.
actor SettingsShelf {
    private var keeper: SettingsKeeper

    init(_ keeper: SettingsKeeper) { self.keeper = keeper }

    /// Keeps settings.
    ///
    /// - Returns: why they could not be kept, if that is news.
    func keep(_ settings: DashboardSettings) -> String? { self.keeper.keep(settings) }
}
