package import ChannelsProtocol

/// Masks names in a diagnosis, so that they can be told apart but not read.
package struct DiagnosisMask: Sendable {
    private var numbers: [ChannelName: Int] = [:]

    package init() {}

    /// `presence-…(14)#2`: the prefix, the length in bytes, and a number per channel.
    package mutating func channel(_ name: ChannelName) -> String {
        let number = self.numbers[name] ?? self.numbers.count + 1
        self.numbers[name] = number
        return "\(name.kind.prefix)…(\(name.text.utf8.count))#\(number)"
    }

    /// `ws://127.0.0.1:6001`, but only the length of a foreign host: `wss://host(14):443`.
    package static func address(_ address: String) -> String {
        let parts = ServerAddress(address)
        let scheme = ["ws", "wss", "http", "https"].contains(parts.scheme) ? parts.scheme : "?"
        let port = parts.port.flatMap { UInt16($0) }.map { ":\($0)" } ?? ""
        return "\(scheme)://\(self.host(parts.host))\(port)"
    }

    private static func host(_ host: String) -> String {
        let name = host.lowercased()
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"):
                true
            default: false
            }
        }
        guard isPlain, self.isLoopback(name) || self.isHosted(name) else {
            return "host(\(host.utf8.count))"
        }
        return name.contains(":") ? "[\(name)]" : name
    }

    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// `ws-CLUSTER.pusher.com`. Other subdomains may belong to anybody.
    private static func isHosted(_ host: String) -> Bool {
        guard host.hasSuffix(".pusher.com") else { return false }
        return !host.dropLast(".pusher.com".count).contains(".")
    }
}
