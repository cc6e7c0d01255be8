internal import Glibc

/// What this machine calls itself.
enum MachineName {
    /// Its host name, whole and up to the first dot, and the latter in the local domain of
    /// multicast DNS.
    static let names = names(of: hostName)

    /// The names of a machine with this host name.
    static func names(of hostName: String) -> [String] {
        let first = hostName.split(separator: ".").first.map(String.init) ?? ""
        return first.isEmpty ? [] : [hostName, first, "\(first).local"]
    }

    private static var hostName: String {
        var bytes = [CChar](repeating: 0, count: 257)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
        let name = bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return String(decoding: name, as: UTF8.self)
    }
}
