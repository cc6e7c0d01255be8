package import BuoyDashboard
package import BuoyScripts

package struct StartedServer: Sendable {
    let server: NamedServer
    package let session: Session
    package let loader: ConfigurationLoader
    package let loaded: LoadedConfiguration
    let options: DashboardOptions

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
