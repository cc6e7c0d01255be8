import BuoyDashboard
import BuoyScripts

/// What a configuration is about: the parts of the program that it names.
package struct ConfigurationSubject: Sendable {
    /// What the dashboard is put together from: its panes, and its commands, which have keys.
    let catalog: Catalog
    /// The sections that parts of the program bring, such as `[[alerts]]`.
    let sections: [SettingSection]
    /// The names of the program's commands, in whose place a server can be named.
    let commandNames: [String]

    /// - Parameter commandNames: no server can have one of them.
    init(_ catalog: Catalog, sections: [SettingSection], commandNames: [String]) {
        self.catalog = catalog
        self.sections = sections
        self.commandNames = commandNames
    }
}
