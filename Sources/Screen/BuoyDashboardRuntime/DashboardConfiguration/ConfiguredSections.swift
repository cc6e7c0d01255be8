package import BuoyDashboard
package import BuoyScripts

package struct ConfiguredSections: Hashable, Sendable {
    private let tables: [String: [SectionTable]]
    package let savedFilters: [SavedFilter]

    init(_ tables: [String: [SectionTable]], savedFilters: [SavedFilter]) {
        self.tables = tables
        self.savedFilters = savedFilters
    }

    package subscript(section: SettingSection) -> [SectionTable] {
        self.tables[section.name] ?? []
    }
}
