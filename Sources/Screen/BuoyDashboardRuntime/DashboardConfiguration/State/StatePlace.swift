import BuoyDashboard

/// Where a run takes place: some settings are kept for each place separately.
struct StatePlace: Hashable, Sendable {
    /// What the dashboard is put together from: its features have settings of their own.
    let catalog: Catalog
    /// Whether the terminal is at the other end of an SSH connection.
    var isRemote = false
    /// Identifies an app on a server; `nil` if none is watched.
    var server: String?
    /// Whether the server has its own theme, so that another one is kept for it alone.
    var hasTheme = false

    /// The names of commands whose lines may be confidential, such as client events.
    var confidentialPrompts: [String] {
        self.catalog.commands.filter(\.isConfidential).map(\.name)
    }

    /// Whether a setting is kept for the server, not for all of them.
    func isOfServer(_ setting: StateSetting) -> Bool {
        self.server != nil && (setting.name == "layout" || setting.name == "theme" && self.hasTheme)
    }

    /// The prompts whose lines name channels and events, and are kept for each server.
    static let historiesOfServer: Set<String> = [
        "subscribe", "unsubscribe", "only-channel", "bind", "bind-everywhere", "clear", "members",
        "search", "command",
    ]
}
