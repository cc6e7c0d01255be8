package import BuoyDashboard
package import BuoyScripts

/// What a program with a dashboard is put together from. The list of features stands above them, so
/// the program says it here, and a command of a feature shows the same dashboard as those of the
/// program.
package struct ProgramParts: Sendable {
    /// The features, in the order of the list.
    package let features: [any Feature.Type]
    /// The dashboard with these features.
    let catalog: Catalog
    /// The names of all commands of the command line: no server can have one of them.
    let commandNames: [String]

    /// Those of the program that is running; a dashboard without features unless it says otherwise.
    @TaskLocal package static var current = ProgramParts([], .core, commandNames: [])

    /// - Parameters:
    ///   - features: in the order in which their panes, commands and options are listed.
    ///   - catalog: the dashboard with these features.
    ///   - commandNames: those of the command line.
    package init(
        _ features: [any Feature.Type], _ catalog: Catalog, commandNames: [String]
    ) {
        self.features = features
        self.catalog = catalog
        self.commandNames = commandNames
    }

    /// What the configuration may name.
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
