/// A server of the configuration: what `[servers.NAME]` says.
///
/// It has no secret in it, only where one is found.
package struct NamedServer: Hashable, Sendable {
    /// Where the server is.
    package enum Place: Hashable, Sendable {
        /// A cluster of the hosted service.
        case cluster(String)
        /// A host with any compatible server.
        case host(String)
    }

    /// The name in the configuration and on the command line.
    package let name: String
    /// Where it is.
    package let place: Place
    /// What is known about it; at least its place and its app key.
    package var settings: ServerSettings

    /// Creates a server that is reached with TLS on the usual port, unless the settings say
    /// otherwise.
    package init(
        name: String, place: Place, key: String, settings: ServerSettings = ServerSettings()
    ) {
        self.name = name
        self.place = place
        self.settings = settings
        self.settings.key = key
        switch place {
        case .cluster(let cluster): self.settings.cluster = cluster
        case .host(let host): self.settings.host = host
        }
    }

    /// The cluster or the host with its port, for lists: `eu`, `ws.example.com:6001`.
    package var address: String {
        switch self.place {
        case .cluster(let cluster): "cluster \(cluster)"
        case .host(let host): host + (self.settings.port.map { ":\($0)" } ?? "")
        }
    }

    /// The colour of the header; `nil` for that of the theme.
    package var color: ServerColor? { self.settings.color }

    /// Whether nothing may be done that changes it.
    package var isReadOnly: Bool { self.settings.isReadOnly == true }
}

/// A colour that a server can have in the header, so that it is told apart at a glance. The themes
/// say how it looks.
package enum ServerColor: String, CaseIterable, Hashable, Sendable {
    case red, yellow, green, cyan, blue, magenta
}
