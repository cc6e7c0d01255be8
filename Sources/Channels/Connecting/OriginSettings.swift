internal import Transport

/// How the servers of HTTP requests are reached: the one place that makes an origin.
struct OriginSettings: Sendable {
    /// A PEM file with the certificates to trust instead of the system's.
    var trustRootsFile: String?
    /// Which proxy to go through.
    var proxies: ProxySelection

    /// - Throws: `ChannelsError.option` when the proxy that counts here cannot be used.
    func origin(host: String, port: Int, isSecure: Bool) throws(ChannelsError) -> HTTPOrigin {
        HTTPOrigin(
            host: host, port: port,
            tls: isSecure ? TLSClientSettings(trustRootsFile: self.trustRootsFile) : nil,
            proxy: try self.proxies.proxy(
                for: isSecure ? .https : .http, host: host, port: port))
    }
}
