package import Dashboard

/// What a configuration is about: the parts of the program that it names.
package struct ConfigurationSubject: Sendable {
    /// What the dashboard is put together from: its panes, and its commands, which have keys.
    package let catalog: Catalog
    /// The names of the program's commands, in whose place a server can be named.
    package let commandNames: [String]

    /// - Parameter commandNames: no server can have one of them.
    package init(_ catalog: Catalog, commandNames: [String]) {
        self.catalog = catalog
        self.commandNames = commandNames
    }
}
