import ChannelsBasics
import ChannelsProtocol
import ChannelsTransport

/// RFC 6265.
struct Cookie: Hashable, Sendable {
    var name: String
    var value: String
    /// In lower case, without a leading dot.
    var domain: String
    var includesSubdomains: Bool
    var path = "/"
    /// Only sent over TLS, or to this machine.
    var isSecure = false
    /// In seconds since 1970; `nil` for a session cookie.
    var expires: Int64?

    func matches(_ url: HTTPURL, at second: Int64) -> Bool {
        guard self.expires.map({ $0 > second }) ?? true else { return false }
        guard !self.isSecure || url.isSecure || url.isLoopback else { return false }
        return Self.matches(
            url.host.lowercased(), self.domain, includesSubdomains: self.includesSubdomains)
            && self.matches(path: String(url.target.prefix { $0 != "?" }))
    }

    static func matches(_ host: String, _ domain: String, includesSubdomains: Bool) -> Bool {
        host == domain || includesSubdomains && host.hasSuffix("." + domain)
    }

    private func matches(path: String) -> Bool {
        guard path.hasPrefix(self.path) else { return false }
        return path.count == self.path.count || self.path.hasSuffix("/")
            || path.dropFirst(self.path.count).first == "/"
    }

    fileprivate func isSame(as other: Cookie) -> Bool {
        self.name == other.name && self.domain == other.domain && self.path == other.path
    }
}

struct CookieJar: Hashable, Sendable {
    private(set) var cookies: [Cookie] = []

    private static let limit = 300

    /// The format of curl and Netscape: seven columns with tabs between them.
    /// - Returns: `nil` if a line is something else, or there is no cookie.
    init?(netscape text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            var line = line[...]
            // curl marks cookies that scripts cannot read like a comment.
            if line.hasPrefix(Self.unreadableMark) {
                line = line.dropFirst(Self.unreadableMark.count)
            } else if line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) {
                continue
            }
            guard let cookie = Cookie(columns: line) else { return nil }
            self.set(cookie)
        }
        guard !self.cookies.isEmpty else { return nil }
    }

    private static let unreadableMark = "#HttpOnly_"

    /// Those with longer paths first.
    func cookies(for url: HTTPURL, at second: Int64) -> [Cookie] {
        self.cookies.filter { $0.matches(url, at: second) }
            .enumerated()
            .sorted {
                ($1.element.path.count, $0.offset) < ($0.element.path.count, $1.offset)
            }
            .map(\.element)
    }

    /// - Parameter header: a `Set-Cookie` value. One for another host is ignored.
    mutating func take(setCookie header: String, from url: HTTPURL, at second: Int64) {
        guard let cookie = Cookie(setCookie: header, from: url, at: second) else { return }
        self.set(cookie)
        self.cookies.removeAll { $0.expires.map { $0 <= second } ?? false }
    }

    private mutating func set(_ cookie: Cookie) {
        if let index = self.cookies.firstIndex(where: { $0.isSame(as: cookie) }) {
            self.cookies[index] = cookie
        } else {
            self.cookies.append(cookie)
        }
        if self.cookies.count > Self.limit { self.cookies.removeFirst() }
    }
}

extension Cookie {
    /// Domain, whether hosts below it are meant, path, whether TLS is needed, expiry (0 for a
    /// session), name, value.
    fileprivate init?(columns line: Substring) {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard parts.count == 7 || parts.count == 6, !parts[0].isEmpty, parts[2].hasPrefix("/"),
            let expires = Int64(parts[4]), !parts[5].isEmpty
        else { return nil }
        let domain = parts[0].lowercased()
        self.init(
            name: String(parts[5]), value: parts.count == 7 ? String(parts[6]) : "",
            domain: domain.hasPrefix(".") ? String(domain.dropFirst()) : domain,
            includesSubdomains: parts[1].uppercased() == "TRUE", path: String(parts[2]),
            isSecure: parts[3].uppercased() == "TRUE", expires: expires > 0 ? expires : nil)
    }

    fileprivate init?(setCookie header: String, from url: HTTPURL, at second: Int64) {
        let parts = header.split(separator: ";").map(\.trimmed)
        guard let pair = parts.first, let equals = pair.firstIndex(of: "="),
            equals != pair.startIndex
        else { return nil }
        let host = url.host.lowercased()
        self.init(
            name: pair[..<equals].trimmed,
            value: pair[pair.index(after: equals)...].trimmed, domain: host,
            includesSubdomains: false, path: Self.folder(of: url.target))
        var age: Int64?
        for part in parts.dropFirst() {
            let words = part.split(separator: "=", maxSplits: 1)
            let value = words.count == 2 ? words[1].trimmed : ""
            switch words.first?.lowercased() {
            case "domain" where !value.isEmpty:
                let domain = value.lowercased()
                self.domain = domain.hasPrefix(".") ? String(domain.dropFirst()) : domain
                self.includesSubdomains = true
            case "path" where value.hasPrefix("/"): self.path = value
            case "secure": self.isSecure = true
            case "max-age": age = Int64(value)
            case "expires": self.expires = HTTPDate.unixTime(value).map(Int64.init)
            default: break
            }
        }
        // The age counts if both are given; a time too far away is for ever.
        if let age {
            let (end, isTooFar) = second.addingReportingOverflow(max(age, 0))
            self.expires = isTooFar ? nil : end
        }
        let isOwn = Self.matches(host, self.domain, includesSubdomains: self.includesSubdomains)
        guard isOwn, self.domain == host || self.domain.contains(".") else { return nil }
    }

    /// The default path of a cookie (RFC 6265, 5.1.4).
    private static func folder(of target: String) -> String {
        let path = target.prefix { $0 != "?" }
        let end = path.lastIndex(of: "/") ?? path.startIndex
        return end == path.startIndex ? "/" : String(path[..<end])
    }
}
