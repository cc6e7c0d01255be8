internal import Glibc

/// The kernel's messages about addresses and routes (rtnetlink(7)).
package enum NetworkChanges {
    /// The number of bytes to read at once. A longer message would be cut; the kernel's are shorter
    /// than 8 KiB.
    package static let readSize = 32 * 1024

    /// Opens a descriptor from which messages can be read; it needs no privileges. Its owner closes
    /// it.
    ///
    /// - Returns: `nil` if the kernel does not support it.
    package static func open() -> Int32? {
        let type = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let routing: Int32 = 0
        let descriptor = socket(AF_NETLINK, type, routing)
        guard descriptor >= 0 else { return nil }
        // `struct sockaddr_nl`: family and padding, port (0: the kernel chooses), groups.
        let groups: UInt32 = 0x10 | 0x40 | 0x100 | 0x400
        let address = [UInt32(AF_NETLINK).littleEndian, 0, groups]
        let isBound = address.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) {
                bind(descriptor, $0.baseAddress, socklen_t(bytes.count)) == 0
            }
        }
        guard isBound else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Message types of linux/rtnetlink.h.
    private enum Kind {
        static let newAddress: UInt16 = 20
        static let newRoute: UInt16 = 24
    }

    private static let headerSize = 16

    /// Whether one of these messages reports a new address that others can reach, or a new default
    /// route. Messages that cannot be read are ignored.
    package static func bringNetwork(_ bytes: UnsafeRawBufferPointer) -> Bool {
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
