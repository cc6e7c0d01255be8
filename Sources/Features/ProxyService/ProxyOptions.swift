package import Transport

/// Where a proxy listens, and which server it reaches.
package struct ProxyOptions: Sendable {
    /// The server behind the proxy.
    package struct Upstream: Hashable, Sendable {
        /// The host name or IP address (IPv6 without brackets).
        package var host: String
        /// The TCP port.
        package var port: Int
        /// The TLS settings; `nil` for plain TCP.
        package var tls: TLSClientSettings?
        /// The proxy to reach it through; `nil` for a direct connection.
        package var proxy: ProxySettings?

        package init(
            host: String, port: Int, tls: TLSClientSettings? = nil, proxy: ProxySettings? = nil
        ) {
            self.host = host
            self.port = port
            self.tls = tls
            self.proxy = proxy
        }

        /// `host:port`, for display.
        package var address: String {
            self.host.contains(":") ? "[\(self.host)]:\(self.port)" : "\(self.host):\(self.port)"
        }

        /// `wss://host:port`, for display.
        package var url: String { "\(self.tls == nil ? "ws" : "wss")://\(self.address)" }

        /// The `Host` header of requests to it.
        var hostHeader: String {
            HTTPText.hostHeader(host: self.host, port: self.port, isSecure: self.tls != nil)
        }
    }

    /// The IP address to listen on, without brackets.
    package var address: String
    /// The port to listen on; 0 for any free one.
    package var port: Int
    /// The certificate and key, for clients that connect with TLS; `nil` for plain TCP.
    package var tls: TLSServerSettings?
    /// The server.
    package var upstream: Upstream
    /// How much may wait to be read by who watches, in bytes. Beyond it, events pass unread.
    package var unreadLimit = 16 << 20
    /// The maximum number of connections at a time; others are ended at once.
    package var connectionLimit = 10_000

    package init(
        address: String = "127.0.0.1", port: Int, tls: TLSServerSettings? = nil, upstream: Upstream
    ) {
        self.address = address
        self.port = port
        self.tls = tls
        self.upstream = upstream
    }
}
