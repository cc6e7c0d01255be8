package import ArgumentParser
import BuoyScripts
package import Channels

package struct AppIDArguments: ServerOptions {
    @Option(.appID) package var appID: String?

    var publishingPlace = AfterParsing<ServerPlace>()

    package static let bindings: [SettingBinding<Self>] = [SettingBinding(\.appID, \.appID)]

    package init() {}

    /// The way to the HTTP API: where the app publishes, which may differ from where clients
    /// connect.
    package func apiRoute(beside route: ServerRoute) -> ServerRoute {
        guard let place = self.publishingPlace.value else { return route }
        var api = route
        api.host =
            switch place.host {
            case .cluster(let cluster): .cluster(cluster)
            case .host(let host): .host(host)
            }
        api.port = place.port
        api.usesTLS = place.usesTLS ?? true
        api.path = place.path ?? ""
        return api
    }
}
