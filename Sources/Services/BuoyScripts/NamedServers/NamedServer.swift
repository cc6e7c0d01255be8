/// A server of the configuration: the contents of `[servers.NAME]`.
///
/// It contains no secret, only where to find it.
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

    /// Whether changing it is forbidden.
    var isReadOnly: Bool { self.settings.isReadOnly == true }
}

/// A colour for a server in the header, so that servers can be distinguished at a glance. Themes
/// determine how it looks.
package enum ServerColor: String, CaseIterable, Hashable, Sendable {
    case red, yellow, green, cyan, blue, magenta
}

/// Why changing a server is forbidden.
package enum ReadOnlyReason: Hashable, Sendable {
    /// `read_only` of the server with this name.
    case configured(String)
    /// The option `--read-only`.
    case option

    /// A sentence without a full stop, for messages.
    package var sentence: String {
        switch self {
        case .configured(let name): "\(name) is read-only (read_only in [servers.\(name)])"
        case .option: "this connection is read-only (--read-only)"
        }
    }
}

extension NamedServer {
    /// Why changing it is forbidden; `nil` if it is allowed.
    package var readOnlyReason: ReadOnlyReason? {
        self.isReadOnly ? .configured(self.name) : nil
    }
}
