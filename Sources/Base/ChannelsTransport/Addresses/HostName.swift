package import NIOCore

enum HostName {
    /// Keeps control characters, spaces and NUL out of the resolver, the Host header and TLS.
    static func isPlausible(_ host: String) -> Bool {
        !host.isEmpty && host.utf8.count <= 255
            && host.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
    }
}

extension SocketAddress {
    /// `127.0.0.1:443`, `[::1]:443`.
    package var displayText: String {
        let port = self.port.map(String.init) ?? "?"
        let address = self.ipAddress ?? "?"
        return address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    }
}
