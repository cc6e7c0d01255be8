import ChannelsTransport

/// Where a proxy listens, and which server it reaches.
struct ProxyOptions: Sendable {
    /// The server behind the proxy.
    struct Upstream: Hashable, Sendable {
        /// The host name or IP address (IPv6 without brackets).
        var host: String
        /// The TCP port.
        var port: Int
        /// The TLS settings; `nil` for plain TCP.
        var tls: TLSClientSettings?
        /// The proxy to reach it through; `nil` for a direct connection.
        var proxy: ProxySettings?

        init(
            host: String, port: Int, tls: TLSClientSettings? = nil, proxy: ProxySettings? = nil
        ) {
            self.host = host
            self.port = port
            self.tls = tls
            self.proxy = proxy
        }

        /// `host:port`, for display.
        var address: String {
            self.host.contains(":") ? "[\(self.host)]:\(self.port)" : "\(self.host):\(self.port)"
        }

        /// `wss://host:port`, for display.
        var url: String { "\(self.tls == nil ? "ws" : "wss")://\(self.address)" }

        /// The `Host` header of requests to it.
        var hostHeader: String {
            HTTPText.hostHeader(host: self.host, port: self.port, isSecure: self.tls != nil)
        }
    }

    /// The IP address to listen on, without brackets.
    var address: String
    /// The port to listen on; 0 for any free one.
    var port: Int
    /// The certificate and key, for clients that connect with TLS; `nil` for plain TCP.
    var tls: TLSServerSettings?
    /// The server.
    var upstream: Upstream
    /// How much may wait to be read by who watches, in bytes. Beyond it, events pass unread.
    var unreadLimit = 16 << 20
    /// What is kept in memory of all clients together, in bytes: their frames and, on a screen,
    /// their events.
    var memoryLimit = 64 << 20
    /// What of that is for frames, in bytes.
    var frameBytes: Int { self.memoryLimit / 4 }
    /// What of that is for events, in bytes.
    var eventBytes: Int { self.memoryLimit - self.frameBytes }
    /// The maximum number of connections at a time; others are ended at once. Fewer if the
    /// descriptors do not suffice, of which each takes two.
    var connectionLimit = 10_000
    /// What clients get while the server cannot be reached.
    var whenUnreachable = UnreachedAnswer.reset
    /// The names by which clients may call it, besides those of this machine.
    var allowedHosts: [String] = []

    init(
        address: String = "127.0.0.1", port: Int, tls: TLSServerSettings? = nil, upstream: Upstream
    ) {
        self.address = address
        self.port = port
        self.tls = tls
        self.upstream = upstream
    }
}
