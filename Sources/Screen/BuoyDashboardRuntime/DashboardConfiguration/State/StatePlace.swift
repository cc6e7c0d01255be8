import BuoyDashboard

struct StatePlace: Hashable, Sendable {
    let catalog: Catalog
    var isRemote = false
    /// Identifies an app on a server; `nil` if none is watched.
    var server: String?
    /// Whether the server has its own theme, so that another one is kept for it alone.
    var hasTheme = false

    var confidentialPrompts: [String] {
        self.catalog.commands.filter(\.isConfidential).map(\.name)
    }

    func isOfServer(_ setting: StateSetting) -> Bool {
        self.server != nil && (setting.name == "layout" || setting.name == "theme" && self.hasTheme)
    }

    static let historiesOfServer: Set<String> = [
        "subscribe", "unsubscribe", "only-channel", "bind", "bind-everywhere", "clear", "members",
        "search", "command",
    ]
}
