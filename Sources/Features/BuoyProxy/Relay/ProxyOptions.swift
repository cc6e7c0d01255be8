import ChannelsTransport

/// Where a proxy listens, and which server it reaches.
struct ProxyOptions: Sendable {
    /// The IP address to listen on, without brackets.
    var address: String
    /// The port to listen on; 0 for any free one.
    var port: Int
    /// The certificate and key, for clients that connect with TLS; `nil` for plain TCP.
    var tls: TLSServerSettings?
    /// The server behind the proxy.
    var upstream: HTTPOrigin
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
        address: String = "127.0.0.1", port: Int, tls: TLSServerSettings? = nil,
        upstream: HTTPOrigin
    ) {
        self.address = address
        self.port = port
        self.tls = tls
        self.upstream = upstream
    }
}
