package import ArgumentParser
package import BuoyProgramSupport
import BuoyScripts
import ChannelsHTTPAPI

/// The arguments for the app, and for its server.
package struct AppArguments: ServerOptions {
    /// The title of the group in the help.
    package static let title = "App and server"

    @Option(.server, completion: ServerArguments.completion)
    package var servers: [String] = []

    @Option(.environmentFile) package var environmentPath: String?

    @Option(.appID, help: "The app's id, used in the API's paths.")
    package var appID: String?

    @Option(.key) package var key: String?

    @Option(.cluster) package var cluster: String?

    @Option(.host) package var host: String?

    @Option(.port) package var port: Int?

    @Option(.path, help: "The part of the URL path before /apps.")
    package var path: String?

    package static let bindings: [SettingBinding<Self>] = [
        SettingBinding(\.appID, \.appID), SettingBinding(\.key, \.key),
        SettingBinding(\.cluster, \.cluster), SettingBinding(\.host, \.host),
        SettingBinding(\.port, \.port), SettingBinding(\.path, \.path),
    ]

    package init() {}

    package func validate() throws { try ServerSettings(self).checkPlace() }

    /// The server that the arguments name.
    func apiHost() throws -> ChannelsHost {
        if let cluster { return .cluster(cluster) }
        if let host { return .host(host) }
        throw ValidationError(
            "The server is missing: use --cluster (eu, us2, …) or --host, or set BUOY_CLUSTER or "
                + "BUOY_HOST.")
    }
}
