package import BuoyDashboard
package import BuoyScripts

/// What a program with a dashboard is put together from. The list of features stands above this
/// module, so the program says it here.
package struct ProgramParts: Sendable {
    package let features: [any Feature.Type]
    let catalog: Catalog
    let commandNames: [String]

    /// A dashboard without features unless the program sets others.
    @TaskLocal package static var current = ProgramParts([], .core, commandNames: [])

    package init(
        _ features: [any Feature.Type], _ catalog: Catalog, commandNames: [String]
    ) {
        self.features = features
        self.catalog = catalog
        self.commandNames = commandNames
    }

    var subject: ConfigurationSubject {
        ConfigurationSubject(
            self.catalog, sections: self.features.sections, commandNames: self.commandNames)
    }
}

extension [any Feature.Type] {
    /// The sections of the configuration.
    package var sections: [SettingSection] {
        self.compactMap { $0 as? any SectionFeature.Type }.flatMap { $0.sections }
    }
}
