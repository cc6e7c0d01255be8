internal import FoundationEssentials
internal import Transport

/// An `http` or `https` URL, taken apart for a request.
struct HTTPURL: Sendable {
    let origin: HTTPOrigin
    /// Path and query.
    let target: String

    /// - Returns: `nil` when the text is no such URL, names no host, or holds a user's name or
    ///   password, which would not be sent.
    init?(_ text: String, authorityFile: String?) {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
            scheme == "http" || scheme == "https",
            let host = url.host(percentEncoded: false), !host.isEmpty,
            (1...65535).contains(url.port ?? 80), url.user() == nil, url.password() == nil
        else { return nil }
        let isSecure = scheme == "https"
        self.origin = HTTPOrigin(
            host: host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host,
            port: url.port ?? (isSecure ? 443 : 80),
            tls: isSecure ? TLSClientSettings(authorityFile: authorityFile) : nil
        )
        let path = url.path(percentEncoded: true)
        let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
        self.target = (path.isEmpty ? "/" : path) + query
    }
}
