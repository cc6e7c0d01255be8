/// Reads the kernel's messages about addresses and routes (rtnetlink(7)).
enum RouteMessages {
    /// Message types of linux/rtnetlink.h.
    private enum Kind {
        static let newAddress: UInt16 = 20
        static let newRoute: UInt16 = 24
    }

    private static let headerSize = 16

    /// Whether one of these messages reports a new address that others can reach, or a new default
    /// route. Messages that cannot be read are ignored.
    static func bringsNetwork(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes[...]
        while rest.count >= Self.headerSize {
            let message = UnsafeRawBufferPointer(rebasing: rest)
            let length = Int(message.loadUnaligned(as: UInt32.self))
            let type = message.loadUnaligned(fromByteOffset: 4, as: UInt16.self)
            guard (Self.headerSize...message.count).contains(length) else { return false }
            let body = UnsafeRawBufferPointer(rebasing: message[Self.headerSize..<length])
            switch type {
            case Kind.newAddress where Self.isUsableAddress(body): return true
            case Kind.newRoute where Self.isDefaultRoute(body): return true
            default: break
            }
            // Messages start at multiples of four.
            rest = rest.dropFirst((length + 3) & ~3)
        }
        return false
    }

    /// `struct ifaddrmsg`: family, prefix length, flags, scope.
    private static func isUsableAddress(_ body: UnsafeRawBufferPointer) -> Bool {
        guard body.count >= 8 else { return false }
        let tentative: UInt8 = 0x40
        let hostScope: UInt8 = 254
        // A tentative IPv6 address is reported again when it can be used.
        return body[2] & tentative == 0 && body[3] != hostScope
    }

    /// `struct rtmsg`: family, two prefix lengths, tos, table, protocol, scope, type.
    private static func isDefaultRoute(_ body: UnsafeRawBufferPointer) -> Bool {
        guard body.count >= 12 else { return false }
        let unicast: UInt8 = 1
        return body[1] == 0 && body[7] == unicast
    }
}
