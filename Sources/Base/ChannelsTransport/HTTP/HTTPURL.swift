import ChannelsFoundation

package struct HTTPURL: Sendable {
    package let isSecure: Bool
    package let host: String
    package let port: Int
    package let target: String

    /// `nil` if the text is no such URL, has no host, or contains a login, which would not be sent.
    package init?(_ text: String) {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
            scheme == "http" || scheme == "https",
            let host = url.host(percentEncoded: false), !host.isEmpty,
            (1...65535).contains(url.port ?? 80), url.user() == nil, url.password() == nil
        else { return nil }
        self.isSecure = scheme == "https"
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        self.port = url.port ?? (self.isSecure ? 443 : 80)
        let path = url.path(percentEncoded: true)
        let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
        self.target = (path.isEmpty ? "/" : path) + query
    }

    package var isLoopback: Bool {
        let host = self.host.lowercased()
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// For a sentence: without path and query. Text from a peer, which may be anything.
    package static func place(ofLocation text: String) -> String {
        guard let url = URL(string: text) else { return "an invalid URL" }
        guard let host = url.host(percentEncoded: true), !host.isEmpty else {
            return url.scheme.map { "a \($0): address" } ?? "another path on the same server"
        }
        let port = url.port.map { ":\($0)" } ?? ""
        return "\(url.scheme.map { "\($0):" } ?? "")//\(host)\(port)"
    }
}
