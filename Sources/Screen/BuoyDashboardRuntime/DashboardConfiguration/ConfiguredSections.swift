package import BuoyDashboard
package import BuoyScripts

/// What the configuration says in the sections that features bring.
package struct ConfiguredSections: Hashable, Sendable {
    /// The tables, by the name of the section.
    private let tables: [String: [SectionTable]]
    /// The filters that those of the sections may name.
    package let savedFilters: [SavedFilter]

    init(_ tables: [String: [SectionTable]], savedFilters: [SavedFilter]) {
        self.tables = tables
        self.savedFilters = savedFilters
    }

    /// The tables of a section, in the order of the file.
    package subscript(section: SettingSection) -> [SectionTable] {
        self.tables[section.name] ?? []
    }
}
