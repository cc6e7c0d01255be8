import ChannelsTransport

struct ProxyOptions: Sendable {
    var address: String
    var port: Int
    var tls: TLSServerSettings?
    var upstream: HTTPOrigin
    /// How much may wait for observers, in bytes. Beyond it, events pass unread.
    var unreadLimit = 16 << 20
    /// The memory for all clients together, in bytes: frames and, on a screen, events.
    var memoryLimit = 64 << 20
    var frameBytes: Int { self.memoryLimit / 4 }
    var eventBytes: Int { self.memoryLimit - self.frameBytes }
    /// The maximum number of connections at a time; others are ended at once. Fewer if the
    /// descriptors do not suffice, of which each takes two.
    var connectionLimit = 10_000
    var whenUnreachable = UnreachedAnswer.reset
    var allowedHosts: [String] = []
    /// The first that matches a message applies.
    var rules: [MessageRule] = []
    /// Where each client is recorded; `nil` for nowhere.
    var recordingFolder: String?

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
