public import ChannelsProtocol
import ChannelsTransport

/// The way to a server: where it is, its certificates, and the proxy.
///
/// A client and the HTTP API of its app share one. Create it with what you know about the server,
/// and set the rest as properties:
///
/// ```swift
/// var route = ServerRoute(host: .host("ws.example.com"), port: 6001)
/// route.trustRootsFile = "/etc/example/ca.pem"
/// let client = try ChannelsClient(ChannelsOptions(appKey: "app-key", route: route))
/// ```
///
/// Files, host, port and path are checked when a client is created.
public struct ServerRoute: Hashable, Sendable {
    /// The server.
    public var host: ChannelsHost
    /// The TCP port; `nil` for 443 with TLS and 80 without.
    public var port: Int?
    /// The path before `/app` and `/apps`, for a server behind a prefix: empty, or starting with
    /// `/`. The HTTP API does not sign it, because a proxy removes it before the server sees the
    /// request.
    public var path: String
    /// Whether to use TLS. Without it, anyone on the network path can read the data.
    public var usesTLS: Bool
    /// A PEM file with the certificates to trust instead of the system's, for the server and for
    /// authorization endpoints.
    public var trustRootsFile: String? = nil
    /// A PEM file with the client certificate (and its chain), for a server that requests one.
    /// Authorization endpoints on the same host can request it too; other hosts never see it.
    public var clientCertificateFile: String? = nil
    /// A PEM file with that certificate's private key, without a passphrase; `nil` if the key is in
    /// the certificate file.
    public var clientKeyFile: String? = nil
    /// The proxy to the server and to the authorization endpoints.
    public var proxy: ProxyChoice = .environment

    /// Creates the way to a server with the system's certificates and the environment's proxy.
    /// - Parameters:
    ///   - host: a cluster of the hosted service, or a host.
    ///   - port: the TCP port; `nil` for 443 with TLS and 80 without.
    ///   - path: the path before `/app/<key>` and `/apps/<id>` in URLs.
    ///   - usesTLS: whether connections use TLS.
    public init(host: ChannelsHost, port: Int? = nil, path: String = "", usesTLS: Bool = true) {
        self.host = host
        self.port = port
        self.path = path
        self.usesTLS = usesTLS
    }

    /// Creates the way to the server of a URL, such as `wss://ws.example.com:6001/prefix`.
    ///
    /// - Throws: `ChannelsError.option` unless it starts with `https://`, `http://`, `wss://` or
    ///   `ws://` and names a host, without a user name, password or query.
    public init(url: String) throws(ChannelsError) {
        let isWebSocket = url.hasPrefix("ws://") || url.hasPrefix("wss://")
        let text = isWebSocket ? "http\(url.dropFirst(2))" : url
        guard let url = HTTPURL(text), !url.target.contains("?") else {
            throw .option(
                "The URL of the server must start with https://, http://, wss:// or ws:// and "
                    + "name a host, without a user name, password or query.")
        }
        self.init(
            host: .host(url.host), port: url.port,
            path: String(url.target.reversed().drop { $0 == "/" }.reversed()),
            usesTLS: url.isSecure)
    }

    /// The port, also if it is the usual one.
    package var effectivePort: Int { self.port ?? (self.usesTLS ? 443 : 80) }

    /// `wss://host:port`, for display.
    package var address: String { self.plainOrigin.url }

    /// `https://host/path`, with a port that is not the usual one.
    package var url: String {
        "\(self.usesTLS ? "https" : "http")://\(self.plainOrigin.hostHeader)\(self.path)"
    }

    /// The server, without the settings of the connection.
    private var plainOrigin: HTTPOrigin {
        HTTPOrigin(
            host: self.host.name, port: self.effectivePort,
            tls: self.usesTLS ? TLSClientSettings() : nil)
    }
}
