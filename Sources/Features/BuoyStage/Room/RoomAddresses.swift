import Glibc

/// The addresses of this machine that telephones could reach.
enum RoomAddresses {
    struct Interface: Hashable, Sendable {
        let name: String
        let address: String
    }

    /// The likely one first: an address of a private network, not of a container or a tunnel, IPv4
    /// before IPv6.
    static func sorted(_ interfaces: [Interface]) -> [String] {
        interfaces.filter { !$0.address.hasPrefix("fe80:") }
            .enumerated()
            .sorted { (Self.rank($0.element), $0.offset) < (Self.rank($1.element), $1.offset) }
            .map(\.element.address)
    }

    private static func rank(_ interface: Interface) -> Int {
        let isVirtual = ["docker", "br-", "veth", "virbr", "tun", "tap", "wg", "lxc"]
            .contains { interface.name.hasPrefix($0) }
        let isIPv6 = interface.address.contains(":")
        return (isVirtual ? 4 : 0) + (isIPv6 ? 2 : Self.isPrivate(interface.address) ? 0 : 1)
    }

    /// RFC 1918.
    private static func isPrivate(_ address: String) -> Bool {
        let parts = address.split(separator: ".").compactMap { UInt8($0) }
        guard parts.count == 4 else { return false }
        return parts[0] == 10 || (parts[0] == 192 && parts[1] == 168)
            || (parts[0] == 172 && (16...31).contains(parts[1]))
    }

    /// Those that are up, without loopback.
    static var current: [Interface] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: [Interface] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            let flags = Int(entry.ifa_flags)
            guard flags & Int(IFF_UP) != 0, flags & Int(IFF_LOOPBACK) == 0,
                let address = entry.ifa_addr, let text = Self.text(of: address)
            else { continue }
            found.append(Interface(name: String(cString: entry.ifa_name), address: text))
        }
        return found
    }

    private static func text(of address: UnsafeMutablePointer<sockaddr>) -> String? {
        let family = Int32(address.pointee.sa_family)
        guard family == AF_INET || family == AF_INET6 else { return nil }
        let size =
            family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard
            getnameinfo(
                address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
        else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
