/// A server of the configuration: the contents of `[servers.NAME]`.
///
/// It contains no secret, only where to find it.
package struct NamedServer: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
        case cluster(String)
        case host(String)
    }

    /// Where its app publishes; `nil` for the same server.
    package var publishingPlace: ServerPlace?
    /// The app's authorization endpoint, used by `buoy check`, or with a user's credentials.
    package var appEndpoint: String?

    package var name: String
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

    package init(
        name: String, at place: ServerPlace, key: String, settings: ServerSettings
    ) {
        var settings = settings
        settings.move(to: place)
        self.init(name: name, place: place.host, key: key, settings: settings)
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

/// An address of a server, without the certificates.
package struct ServerPlace: Hashable, Sendable {
    package let host: NamedServer.Place
    package let port: Int?
    /// `nil` for the default.
    package let usesTLS: Bool?
    package let path: String?

    package init(
        _ host: NamedServer.Place, port: Int? = nil, usesTLS: Bool? = nil, path: String? = nil
    ) {
        self.host = host
        self.port = port
        self.usesTLS = usesTLS
        self.path = path
    }
}

extension ServerPlace {
    /// `cluster eu`, or as a URL.
    package var address: String {
        switch self.host {
        case .cluster(let cluster): "cluster \(cluster)"
        case .host(let host):
            (self.usesTLS == false ? "ws://" : "wss://") + host
                + (self.port.map { ":\($0)" } ?? "") + (self.path ?? "")
        }
    }
}

extension ServerSettings {
    package mutating func move(to place: ServerPlace) {
        (self.cluster, self.host) = (nil, nil)
        switch place.host {
        case .cluster(let cluster): self.cluster = cluster
        case .host(let host): self.host = host
        }
        (self.port, self.usesTLS, self.path) = (place.port, place.usesTLS, place.path)
    }
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
