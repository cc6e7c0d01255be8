/// The exchange with a proxy until the tunnel is open. A value without a socket: `TunnelHandler`
/// transfers the bytes.
protocol ProxyDialogue: Sendable {
    /// The first bytes to send.
    var opening: [UInt8] { get }

    /// Adds bytes from the proxy.
    mutating func append(_ bytes: UnsafeRawBufferPointer)

    /// Continues with what has arrived. Must be called again unless more is needed.
    mutating func next() throws(ProxyFailure) -> ProxyStep
}

/// The result of a step in the exchange with a proxy.
enum ProxyStep: Hashable {
    /// More bytes from the proxy are needed.
    case needsMore
    /// Send these bytes.
    case send([UInt8])
    /// The tunnel is open. These bytes have already come through it.
    case established(first: [UInt8])
}

extension ProxySettings {
    /// The exchange that asks this proxy for a tunnel to a server.
    ///
    /// - Throws: `.proxySettings`, or `.connectFailed` if the host name cannot be sent.
    func dialogue(host: String, port: Int) throws(TransportError) -> any ProxyDialogue {
        try self.check()
        switch self.kind {
        case .http, .https: return try HTTPConnectDialogue(self, host: host, port: port)
        case .socks5: return try SOCKS5Dialogue(self, host: host, port: port)
        }
    }
}
