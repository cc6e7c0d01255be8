/// A server of the configuration: the contents of `[servers.NAME]`.
///
/// It contains no secret, only where to find it.
package struct NamedServer: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
        case cluster(String)
        case host(String)
    }

    package let name: String
    package let place: Place
    /// At least the place and the app key.
    package var settings: ServerSettings

    /// TLS and the usual port are the defaults.
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

    package var color: ServerColor? { self.settings.color }

    var isReadOnly: Bool { self.settings.isReadOnly == true }
}

/// Distinguishes servers at a glance; themes determine how it looks.
package enum ServerColor: String, CaseIterable, Hashable, Sendable {
    case red, yellow, green, cyan, blue, magenta
}

package enum ReadOnlyReason: Hashable, Sendable {
    /// `read_only` of the server with this name.
    case configured(String)
    case option

    /// Without a full stop.
    package var sentence: String {
        switch self {
        case .configured(let name): "\(name) is read-only (read_only in [servers.\(name)])"
        case .option: "this connection is read-only (--read-only)"
        }
    }
}

extension NamedServer {
    package var readOnlyReason: ReadOnlyReason? {
        self.isReadOnly ? .configured(self.name) : nil
    }
}
