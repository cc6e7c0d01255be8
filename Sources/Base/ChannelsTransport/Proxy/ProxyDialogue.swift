/// The exchange with a proxy until the tunnel is open; `TunnelHandler` transfers the bytes.
protocol ProxyDialogue: Sendable {
    var opening: [UInt8] { get }

    mutating func append(_ bytes: UnsafeRawBufferPointer)

    /// Call again unless more bytes are needed.
    mutating func next() throws(ProxyFailure) -> ProxyStep
}

enum ProxyStep: Hashable {
    case needsMore
    case send([UInt8])
    /// - `first`: bytes that have already come through the tunnel.
    case established(first: [UInt8])
}

extension ProxySettings {
    func dialogue(host: String, port: Int) throws(TransportError) -> any ProxyDialogue {
        try self.check()
        switch self.kind {
        case .http, .https: return try HTTPConnectDialogue(self, host: host, port: port)
        case .socks5: return try SOCKS5Dialogue(self, host: host, port: port)
        }
    }
}
