import ChannelsTransport

/// The settings for HTTP requests. All origins are made here.
struct OriginSettings: Sendable {
    /// A PEM file with the certificates to trust instead of the system's.
    var trustRootsFile: String?
    /// The proxy to use.
    var proxies: ProxySelection

    /// - Throws: `ChannelsError.option` if the applicable proxy cannot be used.
    func origin(host: String, port: Int, isSecure: Bool) throws(ChannelsError) -> HTTPOrigin {
        HTTPOrigin(
            host: host, port: port,
            tls: isSecure ? TLSClientSettings(trustRootsFile: self.trustRootsFile) : nil,
            proxy: try self.proxies.proxy(
                for: isSecure ? .https : .http, host: host, port: port))
    }
}

extension HTTPURL {
    /// The server of the URL, reached with the client's settings.
    ///
    /// - Throws: `ChannelsError.option` if the settings cannot be used.
    func origin(_ settings: OriginSettings) throws(ChannelsError) -> HTTPOrigin {
        try settings.origin(host: self.host, port: self.port, isSecure: self.isSecure)
    }
}
