package import BuoyDashboard
package import BuoyScripts

/// A session with a server of the configuration, and the configuration for it.
package struct StartedServer: Sendable {
    let server: NamedServer
    /// The session.
    package let session: Session
    /// Reads the configuration for the server.
    package let loader: ConfigurationLoader
    /// The configuration for the server.
    package let loaded: LoadedConfiguration
    /// The options of its dashboard; the symbols are those of the terminal.
    let options: DashboardOptions

    /// Puts them together.
    package init(
        server: NamedServer, session: Session, loader: ConfigurationLoader,
        loaded: LoadedConfiguration, options: DashboardOptions
    ) {
        self.server = server
        self.session = session
        self.loader = loader
        self.loaded = loaded
        self.options = options
    }
}
