/// A server of the configuration: what `[servers.NAME]` says, and nothing that arguments change.
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

    /// Where the app's secret is found.
    package enum Secret: Hashable, Sendable {
        /// The path of a file that only its owner can read.
        case file(String)
        /// A program and its arguments. The first line that it prints is the secret.
        case command([String])
    }

    /// How channels and the user are authorized.
    package struct Authorization: Hashable, Sendable {
        /// The URL that authorizes channels.
        package var endpoint: String?
        /// The URL that authenticates the user.
        package var userEndpoint: String?
        /// `form`, `query` or `jsonp`.
        package var transport: String?
        /// Headers, each `name=value` or `name=@FILE`.
        package var headers: [String] = []
        /// Parameters, each `name=value` or `name=@FILE`.
        package var parameters: [String] = []

        package init() {}
    }

    /// The name in the configuration and on the command line.
    package let name: String
    /// Where it is.
    package let place: Place
    /// The app key.
    package let key: String
    /// The port; `nil` for the usual one.
    package var port: Int?
    /// The part of the URL path before `/app`; `nil` for none.
    package var path: String?
    /// Whether it is reached with TLS.
    package var usesTLS = true
    /// The path of a file with certificates to trust instead of the system's.
    package var trustRootsFile: String?
    /// The path of a file with a client certificate.
    package var clientCertificateFile: String?
    /// The path of a file with the key of that certificate.
    package var clientKeyFile: String?
    /// How channels and the user are authorized.
    package var authorization = Authorization()
    /// Where the app's secret is found; `nil` for nowhere.
    package var secret: Secret?
    /// The path of a file with the master key of encrypted channels.
    package var encryptionKeyFile: String?
    /// The app's id; with the secret, it gives access to the HTTP API.
    package var appID: String?
    /// The user's id on presence channels.
    package var userID: String?
    /// The channels to subscribe to at the start.
    package var channels: [String] = []
    /// The name of the layout; `nil` for the one of the configuration.
    package var layout: String?
    /// The name or the path of the theme; `nil` for the one of the configuration.
    package var theme: String?
    /// The colour of the header; `nil` for that of the theme.
    package var color: ServerColor?
    /// Whether nothing may be done that changes the server.
    package var isReadOnly = false

    /// Creates a server that is reached with TLS on the usual port.
    package init(name: String, place: Place, key: String) {
        self.name = name
        self.place = place
        self.key = key
    }

    /// The cluster or the host with its port, for lists: `eu`, `ws.example.com:6001`.
    package var address: String {
        switch self.place {
        case .cluster(let cluster): "cluster \(cluster)"
        case .host(let host): host + (self.port.map { ":\($0)" } ?? "")
        }
    }
}

/// A colour that a server can have in the header, so that it is told apart at a glance. The themes
/// say how it looks.
package enum ServerColor: String, CaseIterable, Hashable, Sendable {
    case red, yellow, green, cyan, blue, magenta
}
