/// What a client says to a proxy until the tunnel is open. A value without a socket: `TunnelHandler`
/// carries the bytes.
protocol ProxyDialogue: Sendable {
    /// What is said first.
    var opening: [UInt8] { get }

    /// Takes bytes of the proxy.
    mutating func append(_ bytes: UnsafeRawBufferPointer)

    /// Goes on with what has arrived; to be called again unless more is needed.
    mutating func next() throws(ProxyFailure) -> ProxyStep
}

/// How a dialogue with a proxy goes on.
enum ProxyStep: Hashable {
    /// More bytes of the proxy are needed.
    case needsMore
    /// These bytes are to be sent.
    case send([UInt8])
    /// The tunnel is open. The bytes came through it already.
    case established(first: [UInt8])
}

extension ProxySettings {
    /// The dialogue that asks this proxy for a tunnel to a server.
    ///
    /// - Throws: `.proxySettings`, or `.connectFailed` for a host name that cannot be sent.
    func dialogue(host: String, port: Int) throws(TransportError) -> any ProxyDialogue {
        try self.check()
        switch self.kind {
        case .http, .https: return try HTTPConnectDialogue(self, host: host, port: port)
        case .socks5: return try SOCKS5Dialogue(self, host: host, port: port)
        }
    }
}
