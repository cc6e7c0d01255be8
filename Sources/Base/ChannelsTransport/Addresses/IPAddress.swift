import NIOCore

struct IPAddress: Hashable, Sendable {
    /// In network byte order: 4 or 16 bytes. IPv4-mapped IPv6 (`::ffff:127.0.0.1`) is stored as
    /// IPv4.
    let bytes: [UInt8]

    /// `127.0.0.1`, `::1` or `fe80::1%eth0`, whose zone is dropped; `nil` for other notations.
    init?(_ text: some StringProtocol) {
        let plain = text.contains(":") ? String(text.prefix { $0 != "%" }) : String(text)
        let alphabet = "0123456789abcdefABCDEF.:".utf8
        guard plain.utf8.allSatisfy(alphabet.contains),
            let address = try? SocketAddress(ipAddress: plain, port: 0)
        else { return nil }
        // The offsets of the address in sockaddr_in and sockaddr_in6 on Linux.
        let place: Range<Int>
        switch address {
        case .v4: place = 4..<8
        case .v6: place = 8..<24
        case .unixDomainSocket: return nil
        }
        let bytes = address.withSockAddr { pointer, size in
            Array(UnsafeRawBufferPointer(start: pointer, count: size)[place])
        }
        self.bytes = bytes.starts(with: Self.mappedPrefix) ? Array(bytes.suffix(4)) : bytes
    }

    var isLoopback: Bool {
        self.bytes.count == 4
            ? self.bytes.first == 127 : self.bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// - Parameter bits: the prefix length; at most the bits of the address.
    func isIn(_ network: IPAddress, bits: Int) -> Bool {
        guard self.bytes.count == network.bytes.count, bits <= self.bytes.count * 8 else {
            return false
        }
        let whole = bits / 8
        guard self.bytes.prefix(whole) == network.bytes.prefix(whole) else { return false }
        guard bits % 8 > 0 else { return true }
        return (self.bytes[whole] ^ network.bytes[whole]) >> (8 - bits % 8) == 0
    }

    private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
}
