import ChannelsProtocol
import ChannelsTransport

/// A cookie (RFC 6265).
struct Cookie: Hashable, Sendable {
    var name: String
    var value: String
    /// The host, in lower case and without a dot at its start.
    var domain: String
    /// Whether hosts below the domain get it too.
    var includesSubdomains: Bool
    var path = "/"
    /// Whether it is only sent over TLS, or to this machine.
    var isSecure = false
    /// When it expires, in seconds since 1970; `nil` if it lasts as long as the session.
    var expires: Int64?

    /// Whether it belongs to a request.
    func matches(_ url: HTTPURL, at second: Int64) -> Bool {
        guard self.expires.map({ $0 > second }) ?? true else { return false }
        guard !self.isSecure || url.isSecure || url.isLoopback else { return false }
        return Self.matches(
            url.host.lowercased(), self.domain, includesSubdomains: self.includesSubdomains)
            && self.matches(path: String(url.target.prefix { $0 != "?" }))
    }

    /// Whether a host is a domain, or below it.
    static func matches(_ host: String, _ domain: String, includesSubdomains: Bool) -> Bool {
        host == domain || includesSubdomains && host.hasSuffix("." + domain)
    }

    private func matches(path: String) -> Bool {
        guard path.hasPrefix(self.path) else { return false }
        return path.count == self.path.count || self.path.hasSuffix("/")
            || path.dropFirst(self.path.count).first == "/"
    }

    /// Whether it replaces another one.
    fileprivate func isSame(as other: Cookie) -> Bool {
        self.name == other.name && self.domain == other.domain && self.path == other.path
    }
}

/// The cookies of a session: read from a file, and kept up with the answers of a server.
struct CookieJar: Hashable, Sendable {
    /// In the order in which they were set.
    private(set) var cookies: [Cookie] = []

    /// More cookies than any server needs.
    private static let limit = 300

    /// Reads a file as curl and Netscape write it: seven columns with tabs between them.
    ///
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

    /// The cookies for a request, those with longer paths first.
    func cookies(for url: HTTPURL, at second: Int64) -> [Cookie] {
        self.cookies.filter { $0.matches(url, at: second) }
            .enumerated()
            .sorted {
                ($1.element.path.count, $0.offset) < ($0.element.path.count, $1.offset)
            }
            .map(\.element)
    }

    /// Takes what an answer sets, or removes what it lets expire.
    ///
    /// - Parameter header: the value of `Set-Cookie`. One for another host is ignored.
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
    /// A line of curl's file: domain, whether hosts below it are meant, path, whether TLS is
    /// needed, when it expires (0 for a session), name, value.
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

    /// A value of `Set-Cookie`; `nil` if it is for another host, or has no name.
    fileprivate init?(setCookie header: String, from url: HTTPURL, at second: Int64) {
        let parts = header.split(separator: ";").map(Self.trimmed)
        guard let pair = parts.first, let equals = pair.firstIndex(of: "="),
            equals != pair.startIndex
        else { return nil }
        let host = url.host.lowercased()
        self.init(
            name: Self.trimmed(pair[..<equals]),
            value: Self.trimmed(pair[pair.index(after: equals)...]), domain: host,
            includesSubdomains: false, path: Self.folder(of: url.target))
        var age: Int64?
        for part in parts.dropFirst() {
            let words = part.split(separator: "=", maxSplits: 1)
            let value = words.count == 2 ? Self.trimmed(words[1]) : ""
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

    /// The folder of a path, which a cookie without a path has (RFC 6265, 5.1.4).
    private static func folder(of target: String) -> String {
        let path = target.prefix { $0 != "?" }
        let end = path.lastIndex(of: "/") ?? path.startIndex
        return end == path.startIndex ? "/" : String(path[..<end])
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
