package import ArgumentParser
import ChannelsHTTPAPI
import ProgramSupport
import Scripts

/// The arguments for the app, and for its server.
package struct AppArguments: ParsableArguments {
    /// The title of the group in the help.
    package static let title = "App and server"

    @Option(
        name: .customLong("server"),
        help: ArgumentHelp(
            "A server of the configuration, by name. Other options win over what it says.",
            valueName: "name"),
        completion: ServerArguments.completion)
    package var servers: [String] = []

    @Option(
        name: .customLong("app-id"),
        help: ArgumentHelp("The app's id, which is part of the API's paths.", valueName: "id"))
    package var appID: String?

    @Option(help: "The app key.")
    package var key: String?

    @Option(help: "The cluster of the hosted service: eu, us2, mt1, …")
    package var cluster: String?

    @Option(help: "The host of any compatible server.")
    package var host: String?

    @Option(help: "The port; 443 by default, 80 without TLS.")
    package var port: Int?

    @Option(help: "The part of the URL path before /apps.")
    package var path: String?

    package init() {}

    package func validate() throws {
        if self.cluster != nil, self.host != nil {
            throw ValidationError("Give --cluster or --host, not both.")
        }
        if let port, !(1...65535).contains(port) {
            throw ValidationError("The port must be between 1 and 65535.")
        }
    }

    mutating func complete(from server: NamedServer) {
        self.servers = []
        self.appID = self.appID ?? server.appID
        self.key = self.key ?? server.key
        // A place on the command line is another server, with a port and a path of its own.
        guard self.cluster == nil, self.host == nil else { return }
        switch server.place {
        case .cluster(let cluster): self.cluster = cluster
        case .host(let host): self.host = host
        }
        self.port = self.port ?? server.port
        self.path = self.path ?? server.path
    }

    /// The server that the arguments name.
    func apiHost() throws -> ChannelsAPIOptions.Host {
        if let cluster { return .cluster(cluster) }
        if let host { return .host(host) }
        throw ValidationError(
            "The server is missing: give --cluster (eu, us2, …) or --host, or set BUOY_CLUSTER or "
                + "BUOY_HOST.")
    }
}
