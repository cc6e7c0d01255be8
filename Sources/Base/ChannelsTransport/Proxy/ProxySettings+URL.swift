import ChannelsBasics

extension ProxySettings {
    /// `http://user:password@host:3128`, `https://…`, `socks5://…` or `socks5h://…`; the last two
    /// mean the same, because the proxy always resolves names. HTTP by default. User name and
    /// password are percent-decoded; IPv6 must be in brackets.
    /// - Throws: `.proxySettings`, without quoting the text, which may contain a password.
    package init(url: String) throws(TransportError) {
        let (kind, rest) = try Self.kind(of: url)
        let authority = rest.prefix { !"/?#".contains($0) }
        guard ["", "/"].contains(rest[authority.endIndex...]) else {
            throw .proxySettings(
                "unexpected text after the host and port; "
                    + "write / ? # in a password as %2F %3F %23")
        }
        let at = authority.lastIndex(of: "@")
        let place = at.map { authority[authority.index(after: $0)...] } ?? authority
        let (host, port) = try Self.hostAndPort(place)
        self.init(
            kind: kind, host: host, port: port ?? kind.usualPort,
            credentials: try at.flatMap { index throws(TransportError) in
                try Self.credentials(authority[..<index])
            })
        try self.check()
    }

    private static func kind(of url: String) throws(TransportError) -> (Kind, Substring) {
        guard let end = url.firstRange(of: "://") else { return (.http, url[...]) }
        let rest = url[end.upperBound...]
        switch url[..<end.lowerBound].lowercased() {
        case "http": return (.http, rest)
        case "https": return (.https, rest)
        case "socks5", "socks5h": return (.socks5, rest)
        default:
            throw .proxySettings("its scheme must be http, https, socks5 or socks5h")
        }
    }

    private static func hostAndPort(_ text: Substring) throws(TransportError) -> (String, Int?) {
        let host: Substring
        let rest: Substring
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else {
                throw .proxySettings("the IPv6 address lacks its closing bracket")
            }
            host = text[..<end].dropFirst()
            rest = text[end...].dropFirst()
            guard host.contains(":"), IPAddress(host) != nil else {
                throw .proxySettings("the text in brackets is not an IPv6 address")
            }
        } else {
            host = text.prefix { $0 != ":" }
            rest = text[host.endIndex...]
            guard rest.dropFirst().firstIndex(of: ":") == nil else {
                throw .proxySettings("an IPv6 address must be in brackets")
            }
            guard HostName.isPlausible(String(host)), !host.contains("%") else {
                throw .proxySettings("it has no host")
            }
        }
        guard !rest.isEmpty, rest != ":" else { return (String(host), nil) }
        guard rest.first == ":", let port = HTTPText.decimal(rest.dropFirst()),
            (1...65_535).contains(port)
        else { throw .proxySettings("its port must be between 1 and 65535") }
        return (String(host), port)
    }

    private static func credentials(_ text: Substring) throws(TransportError) -> Credentials? {
        guard !text.isEmpty else { return nil }
        let user = text.prefix { $0 != ":" }
        let password = text[user.endIndex...].dropFirst()
        return Credentials(user: try Self.decode(user), password: try Self.decode(password))
    }

    private static func decode(_ text: Substring) throws(TransportError) -> String {
        do throws(PercentEncoding.DecodingError) {
            return try PercentEncoding.decode(text.utf8)
        } catch {
            switch error {
            case .incompleteEscape:
                throw .proxySettings(
                    "a % in the login is not followed by two hexadecimal digits; "
                        + "write a % itself as %25")
            case .notUTF8:
                throw .proxySettings("the login is not UTF-8 once percent-decoded")
            }
        }
    }
}
