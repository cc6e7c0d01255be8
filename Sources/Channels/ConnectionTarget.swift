internal import ChannelsProtocol
internal import Transport

/// Where a client connects to, worked out from its options.
struct ConnectionTarget: Sendable {
    private let host: String
    private let port: Int?
    private let requestTarget: String
    private let authorityFile: String?

    /// - Throws: `ChannelsError.option` when an option cannot be used.
    init(_ options: ChannelsOptions) throws(ChannelsError) {
        guard !options.key.isEmpty else { throw .option("The app key cannot be empty.") }
        guard !options.host.name.isEmpty else { throw .option("The host cannot be empty.") }
        if let port = options.port, !(1...65535).contains(port) {
            throw .option("The port \(port) is not between 1 and 65535.")
        }
        guard options.path.isEmpty || options.path.hasPrefix("/") else {
            throw .option("The path \(options.path.debugDescription) must start with a slash.")
        }
        self.host = options.host.name
        self.port = options.port
        self.authorityFile = options.authorityFile
        let query = "protocol=7&client=\(options.clientName)&version=\(options.clientVersion)"
        self.requestTarget = "\(options.path)/app/\(PercentEncoding.encode(options.key))?\(query)"
    }

    /// `host:port`, with the brackets that an IPv6 address needs.
    func address(usesTLS: Bool) -> String {
        let host = self.host.contains(":") ? "[\(self.host)]" : self.host
        return "\(host):\(self.port(usesTLS: usesTLS))"
    }

    func endpoint(usesTLS: Bool) -> WebSocketEndpoint {
        WebSocketEndpoint(
            host: self.host, port: self.port(usesTLS: usesTLS), target: self.requestTarget,
            tls: usesTLS ? TLSClientSettings(authorityFile: self.authorityFile) : nil)
    }

    private func port(usesTLS: Bool) -> Int { self.port ?? (usesTLS ? 443 : 80) }
}
