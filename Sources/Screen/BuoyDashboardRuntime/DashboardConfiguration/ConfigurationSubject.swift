import BuoyDashboard
import BuoyScripts

package struct ConfigurationSubject: Sendable {
    let catalog: Catalog
    let sections: [SettingSection]
    /// No server can have one of these names.
    let commandNames: [String]

    init(_ catalog: Catalog, sections: [SettingSection], commandNames: [String]) {
        self.catalog = catalog
        self.sections = sections
        self.commandNames = commandNames
    }
}
