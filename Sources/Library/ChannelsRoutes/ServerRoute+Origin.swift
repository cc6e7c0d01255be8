import ChannelsFoundation
package import ChannelsProtocol
package import ChannelsTransport

extension ServerRoute {
    /// The server, with the proxy to it.
    ///
    /// - Parameters:
    ///   - name: the name of the host, if it is not that for connections.
    ///   - environment: the variables that may name a proxy.
    /// - Throws: `ChannelsError.option` if a setting cannot be used.
    package func origin(
        at name: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ChannelsError) -> HTTPOrigin {
        try self.check()
        return try self.uncheckedOrigin(name ?? self.host.name, environment)
    }

    private func uncheckedOrigin(
        _ name: String, _ environment: [String: String]
    ) throws(ChannelsError) -> HTTPOrigin {
        let tls = TLSClientSettings(
            trustRootsFile: self.trustRootsFile, certificateFile: self.clientCertificateFile,
            keyFile: self.clientKeyFile)
        var origin = HTTPOrigin(
            host: name, port: self.effectivePort, tls: self.usesTLS ? tls : nil)
        do throws(TransportError) {
            origin.proxy = try self.proxy.settings(to: origin, environment)
        } catch {
            throw .option(error.description)
        }
        return origin
    }

    /// The server of another URL, such as an endpoint, with the same trust and choice of a proxy.
    /// The client certificate is only for the host of this route.
    ///
    /// - Throws: `ChannelsError.option` if the applicable proxy cannot be used.
    package func origin(
        of url: HTTPURL, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ChannelsError) -> HTTPOrigin {
        var route = self
        (route.host, route.port, route.usesTLS) = (.host(url.host), url.port, url.isSecure)
        if url.host.lowercased() != self.host.name.lowercased() {
            (route.clientCertificateFile, route.clientKeyFile) = (nil, nil)
        }
        return try route.uncheckedOrigin(url.host, environment)
    }
}

extension ProxyChoice {
    /// The proxy to a server; `nil` for a direct connection.
    fileprivate func settings(
        to origin: HTTPOrigin, _ environment: [String: String]
    ) throws(TransportError) -> ProxySettings? {
        switch self {
        case .none: nil
        case .url(let url): try ProxySettings(url: url)
        case .environment: try ProxyRules(environment: environment).proxy(to: origin)
        }
    }
}
