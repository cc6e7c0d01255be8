package import BuoyDashboard
import BuoyScripts
package import BuoyTestSupport
package import BuoyTextScreen
import OrderedCollections

/// Builds dashboards for tests: of the core alone, or with the features of a catalog.
package enum DashboardFixture {
    /// The catalog of dashboards for which no other is given: that of the core, except in pictures
    /// of the whole program.
    @TaskLocal package static var catalog = Catalog.core

    package static func options(
        _ glyphs: GlyphSet = .unicode, catalog: Catalog = DashboardFixture.catalog
    ) -> DashboardOptions {
        DashboardOptions(
            glyphs: glyphs, utcOffsetSeconds: 3600, serverLabel: "sandbox",
            address: "ws://127.0.0.1:6001", appKey: "sand…key",
            knownChannels: ["presence-game-1", "presence-game-2"], catalog: catalog)
    }

    /// Options with themes, policies and saved filters to choose from.
    package static func options(
        choosing glyphs: GlyphSet, catalog: Catalog = DashboardFixture.catalog
    ) -> DashboardOptions {
        var options = Self.options(glyphs, catalog: catalog)
        options.themes = [
            "default", "mono", "dracula", "gruvbox-dark", "gruvbox-light", "nord", "one-light",
            "high-contrast-dark",
        ]
        options.themeVariants = [
            "dracula": "dark", "gruvbox-dark": "dark", "gruvbox-light": "light", "nord": "dark",
            "one-light": "light", "high-contrast-dark": "dark",
        ]
        options.policies = ["standard", "pusher-js", "pusher-swift"]
        options.settingKeys = [
            SettingKey(name: "times", values: ["local", "utc"], expected: "\"local\" or \"utc\""),
            SettingKey(name: "layout", values: [], expected: "a layout name"),
            SettingKey(name: "mouse", values: ["auto", "true"], expected: "\"auto\" or true"),
        ]
        options.servers = ServerMenu([
            NamedServer(name: "mine", place: .host("ws.example.com"), key: "k"),
            NamedServer(name: "other", place: .cluster("eu"), key: "k"),
        ])
        options.settings.savedFilters = ["orders": "event:order.*", "big": "size>2k"]
        options.settings.savedLayouts = ["mine": LayoutSettings(preset: .events)]
        return options
    }

    /// A dashboard that has seen a recorded session, with something to choose from.
    package static func choosing(
        _ columns: Int = 80, _ rows: Int = 24, glyphs: GlyphSet = .unicode,
        catalog: Catalog = DashboardFixture.catalog
    ) -> DashboardState {
        self.choosing(columns, rows, options: self.options(choosing: glyphs, catalog: catalog))
    }

    /// The same with other options.
    package static func choosing(
        _ columns: Int, _ rows: Int, options: DashboardOptions
    ) -> DashboardState {
        self.dashboard(.sandboxSession(), columns, rows) { $0 = options }
    }

    /// A dashboard that has seen nothing.
    ///
    /// - Parameter change: changes its options.
    package static func empty(
        _ columns: Int = 80, _ rows: Int = 24, glyphs: GlyphSet = .unicode,
        catalog: Catalog = DashboardFixture.catalog,
        change: (inout DashboardOptions) -> Void = { _ in }
    ) -> DashboardState {
        var options = self.options(glyphs, catalog: catalog)
        change(&options)
        return DashboardState(
            options: options, size: ScreenSize(columns: columns, rows: rows))
    }

    /// A dashboard that has seen a recorded session.
    package static func dashboard(
        _ session: RecordedEvents = .sandboxSession(), _ columns: Int = 80, _ rows: Int = 24,
        glyphs: GlyphSet = .unicode, catalog: Catalog = DashboardFixture.catalog,
        change: (inout DashboardOptions) -> Void = { _ in }
    ) -> DashboardState {
        var state = self.empty(
            columns, rows, glyphs: glyphs, catalog: catalog, change: change)
        _ = state.handle(.client(session.events))
        _ = state.handle(.tick(session.time))
        return state
    }
}

extension DashboardState {
    /// Presses keys by their names, as the help writes them: `"s"`, `"Ctrl-U"`, `"Enter"`.
    @discardableResult
    package mutating func press(_ names: String...) -> [Effect] {
        var effects: [Effect] = []
        for name in names {
            if let key = KeyPress(name: name) { effects += self.handle(.key(key)) }
        }
        return effects
    }

    /// Types a string, a key for each character.
    @discardableResult
    package mutating func type(_ text: String) -> [Effect] {
        text.unicodeScalars.flatMap { self.handle(.key(.character($0))) }
    }
}

extension [Effect] {
    /// The effects but for those that keep settings, as each new line of a prompt does.
    package var besidesSettings: [Effect] {
        self.filter { effect in
            if case .file(.saveSettings) = effect { false } else { true }
        }
    }

    /// The settings that are kept; `nil` when none are.
    package var savedSettings: DashboardSettings? {
        self.lazy.compactMap { effect in
            if case .file(.saveSettings(let settings)) = effect { settings } else { nil }
        }.first
    }
}

extension Keymap {
    /// The default keys of the core.
    package static var standard: Keymap { Catalog.core.keymap }

    /// The default keys of the core, but for these commands.
    package init(overriding changes: [Command: [KeyBinding]]) {
        self = Catalog.core.keymap(overriding: changes)
    }

    /// The command of the core for a key in a pane.
    package func command(for key: KeyPress, in pane: PaneID) -> Command? {
        Catalog.core.command(for: key, in: pane, self)
    }

    /// The conflicts of a key map of the core.
    package var conflicts: [Conflict] { self.conflicts(.core) }
}
