import ChannelsBasics
import ChannelsProtocol
import ChannelsTransport

/// The server that a client connects to, derived from its options.
struct ConnectionTarget: Sendable {
    private let host: String
    private let port: Int?
    private let tlsPort: Int?
    private let requestTarget: String
    private let tls: TLSClientSettings
    private let headers: [HTTPHeader]
    private let plainProxy: ProxySettings?
    private let tlsProxy: ProxySettings?

    /// - Throws: `ChannelsError.option` if an option cannot be used.
    init(_ options: ChannelsOptions, proxies: ProxySelection) throws(ChannelsError) {
        guard !options.appKey.isEmpty else { throw .option("The app key cannot be empty.") }
        guard !options.host.name.isEmpty else { throw .option("The host cannot be empty.") }
        guard Self.canBeHost(options.host.name) else {
            throw .option(
                "The host \(options.host.name.debugDescription) is not a host name or address: "
                    + "omit the scheme, port and path.")
        }
        for port in [options.port, options.tlsPort].compactMap(\.self)
        where !(1...65535).contains(port) {
            throw .option("The port must be between 1 and 65535, not \(port).")
        }
        guard options.path.isEmpty || options.path.hasPrefix("/") else {
            throw .option("The path \(options.path.debugDescription) must start with a slash.")
        }
        guard options.path.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .option(
                "The path \(options.path.debugDescription) must be percent-encoded: it contains a "
                    + "character that cannot be sent.")
        }
        self.host = options.host.name
        self.port = options.port
        self.tlsPort = options.tlsPort
        self.tls = try Self.tlsSettings(options)
        self.headers = options.handshakeHeaders.map { HTTPHeader($0.name, $0.value) }
        // A connection that starts with TLS never switches to plain text.
        self.plainProxy =
            options.usesTLS
            ? nil : try proxies.proxy(for: .ws, host: self.host, port: options.port ?? 80)
        self.tlsProxy = try proxies.proxy(
            for: .wss, host: self.host, port: options.tlsPort ?? options.port ?? 443)
        let client = PercentEncoding.encode(options.clientName, leaving: .javaScript)
        let version = PercentEncoding.encode(options.clientVersion, leaving: .javaScript)
        let query = "protocol=7&client=\(client)&version=\(version)"
        self.requestTarget =
            "\(options.path)/app/\(PercentEncoding.encode(options.appKey, leaving: .javaScript))?\(query)"
    }

    /// `host:port`, with brackets around an IPv6 address.
    func address(usesTLS: Bool) -> String {
        let host = self.host.contains(":") ? "[\(self.host)]" : self.host
        return "\(host):\(self.port(usesTLS: usesTLS))"
    }

    /// `wss://host:port/path`, for a log; without the query.
    func shownAddress(usesTLS: Bool) -> String {
        let path = self.requestTarget.prefix { $0 != "?" }
        return "\(usesTLS ? "wss" : "ws")://\(self.address(usesTLS: usesTLS))\(path)"
    }

    func endpoint(usesTLS: Bool) -> WebSocketEndpoint {
        WebSocketEndpoint(
            host: self.host, port: self.port(usesTLS: usesTLS), target: self.requestTarget,
            tls: usesTLS ? self.tls : nil, headers: self.headers,
            proxy: usesTLS ? self.tlsProxy : self.plainProxy)
    }

    private static func tlsSettings(
        _ options: ChannelsOptions
    ) throws(ChannelsError) -> TLSClientSettings {
        if options.clientKeyFile != nil, options.clientCertificateFile == nil {
            throw .option("A client certificate key was given without a certificate.")
        }
        return TLSClientSettings(
            trustRootsFile: options.trustRootsFile,
            certificateFile: options.clientCertificateFile, keyFile: options.clientKeyFile)
    }

    private func port(usesTLS: Bool) -> Int {
        usesTLS ? self.tlsPort ?? self.port ?? 443 : self.port ?? 80
    }

    /// Whether a string may be a host name or an IP address, as a check before the resolver. A
    /// colon is allowed only in an IPv6 address, which has at least two; a zone follows `%`.
    private static func canBeHost(_ text: String) -> Bool {
        let colons = text.utf8.count { $0 == UInt8(ascii: ":") }
        return colons != 1
            && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"/\\?#@[]\"<>".utf8.contains($0) }
    }
}
