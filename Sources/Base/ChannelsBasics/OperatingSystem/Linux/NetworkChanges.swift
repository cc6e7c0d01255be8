internal import Glibc

/// The kernel's messages about addresses and routes (rtnetlink(7)).
package enum NetworkChanges {
    /// Longer messages would be cut; the kernel's are shorter than 8 KiB.
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

    package struct Kinds: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A new address that others can reach, or a new default route.
        package static let gained = Kinds(rawValue: 1)
        /// An address that others could reach is gone.
        package static let lost = Kinds(rawValue: 2)
    }

    private enum Kind {
        static let newAddress: UInt16 = 20
        static let deletedAddress: UInt16 = 21
        static let newRoute: UInt16 = 24
    }

    private static let headerSize = 16

    package static func kinds(in bytes: UnsafeRawBufferPointer) -> Kinds {
        var kinds: Kinds = []
        var rest = bytes[...]
        while rest.count >= Self.headerSize {
            let message = UnsafeRawBufferPointer(rebasing: rest)
            let length = Int(message.loadUnaligned(as: UInt32.self))
            let type = message.loadUnaligned(fromByteOffset: 4, as: UInt16.self)
            guard (Self.headerSize...message.count).contains(length) else { return kinds }
            let body = UnsafeRawBufferPointer(rebasing: message[Self.headerSize..<length])
            switch type {
            case Kind.newAddress where Self.isUsableAddress(body): kinds.insert(.gained)
            case Kind.deletedAddress where Self.isUsableAddress(body): kinds.insert(.lost)
            case Kind.newRoute where Self.isDefaultRoute(body): kinds.insert(.gained)
            default: break
            }
            // Messages start at multiples of four.
            rest = rest.dropFirst((length + 3) & ~3)
        }
        return kinds
    }

    /// Also true if the system does not list its addresses.
    package static func hasAddress(_ address: String) -> Bool {
        // The whole of 127.0.0.0/8 belongs to the machine, and only 127.0.0.1 is listed.
        guard !address.hasPrefix("127.") else { return true }
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return true }
        defer { freeifaddrs(list) }
        var next = list
        while let entry = next?.pointee {
            if let socketAddress = entry.ifa_addr, Self.text(of: socketAddress) == address {
                return true
            }
            next = entry.ifa_next
        }
        return false
    }

    /// Without a zone; `nil` for an address of another kind.
    private static func text(of address: UnsafeMutablePointer<sockaddr>) -> String? {
        let raw = UnsafeRawPointer(address)
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let isRead: Bool
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            var ip = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            isRead = inet_ntop(AF_INET, &ip, &text, socklen_t(text.count)) != nil
        case AF_INET6:
            var ip = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            isRead = inet_ntop(AF_INET6, &ip, &text, socklen_t(text.count)) != nil
        default: return nil
        }
        guard isRead else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func isUsableAddress(_ body: UnsafeRawBufferPointer) -> Bool {
        guard body.count >= 8 else { return false }
        let tentative: UInt8 = 0x40
        let hostScope: UInt8 = 254
        // A tentative IPv6 address is reported again when it can be used.
        return body[2] & tentative == 0 && body[3] != hostScope
    }

    private static func isDefaultRoute(_ body: UnsafeRawBufferPointer) -> Bool {
        guard body.count >= 12 else { return false }
        let unicast: UInt8 = 1
        return body[1] == 0 && body[7] == unicast
    }
}
