internal import Transport

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
