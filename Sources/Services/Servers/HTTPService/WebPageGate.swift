package import Transport

/// Keeps web pages out. A page of any site can make a browser send requests to this machine. It is
/// recognised by its `Origin` or, if it has rebound its own name to this machine's address (DNS
/// rebinding), by the `Host`.
package struct WebPageGate: Sendable {
    /// The host names and addresses that a request may name, in lower case.
    private let hosts: Set<String>
    /// Whether any address may be named, because the server listens on all of them: addresses
    /// cannot be rebound.
    private let takesAnyAddress: Bool
    /// The origins of allowed pages, as browsers write them: `https://example.test:8443`.
    private let origins: Set<String>

    /// - Parameters:
    ///   - address: the address that the server listens on.
    ///   - allowedHosts: additional host names.
    ///   - allowedOrigins: pages that may use the server, in addition to those from its own hosts.
    package init(address: String, allowedHosts: [String], allowedOrigins: [String]) {
        let names = ["localhost", "127.0.0.1", "::1", address] + allowedHosts
        self.hosts = Set(names.map { $0.lowercased() })
        self.takesAnyAddress = address == "0.0.0.0" || address == "::"
        self.origins = Set(allowedOrigins.map { $0.lowercased() })
    }

    /// The decision about a request.
    package enum OnJudged: Hashable, Sendable {
        case pass
        /// Send this response instead.
        case refuse(HTTPResponse)
    }

    /// Decides about a request by its headers.
    package func judge(_ request: HTTPRequest) -> OnJudged {
        let named = request.headers.filter { $0.name.lowercased() == "host" }
        guard named.count == 1, let host = named.first?.value else {
            return .refuse(.text(400, "Exactly one Host header is needed"))
        }
        guard let name = Self.hostName(of: host), self.isOurs(name) else {
            return .refuse(.text(403, "This server does not serve the host \(host)"))
        }
        for header in request.headers where header.name.lowercased() == "origin" {
            guard self.isAllowed(origin: header.value.lowercased(), calling: name) else {
                return .refuse(.text(403, "This server does not serve pages from \(header.value)"))
            }
        }
        return .pass
    }

    /// The response with the headers that let a page of an allowed origin read it (Fetch standard,
    /// "CORS protocol").
    package func opened(_ response: HTTPResponse, to request: HTTPRequest) -> HTTPResponse {
        guard let origin = request.header("Origin") else { return response }
        var response = response
        response.headers.append(HTTPHeader("Access-Control-Allow-Origin", origin))
        response.headers.append(HTTPHeader("Vary", "Origin"))
        return response
    }

    /// The answer to the question of a browser whether a page may send a request with headers of its
    /// own (Fetch standard, "CORS-preflight request"); `nil` if the request is not this question.
    /// It must have been judged before.
    package func preflight(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.method == "OPTIONS", let origin = request.header("Origin"),
            request.header("Access-Control-Request-Method") != nil
        else { return nil }
        var headers = [
            HTTPHeader("Access-Control-Allow-Origin", origin), HTTPHeader("Vary", "Origin"),
            HTTPHeader("Access-Control-Allow-Methods", "GET, POST"),
        ]
        if let wanted = request.header("Access-Control-Request-Headers") {
            headers.append(HTTPHeader("Access-Control-Allow-Headers", wanted))
        }
        return .empty(headers: headers)
    }

    /// Refuses to be loaded as a script by pages that may not use the server. Browsers send no
    /// `Origin` with scripts, so the page is recognised by `Referer` and `Sec-Fetch-Site`; a request
    /// with neither is not a page's.
    package func allowScript(_ request: HTTPRequest) throws(RouteRefusal) {
        let refusal = RouteRefusal(
            status: 403, text: "This page may not load answers of this server as a script")
        let host = request.header("Host").flatMap(Self.hostName) ?? ""
        if let page = request.header("Referer") {
            guard self.isAllowed(origin: Self.origin(ofPage: page), calling: host) else {
                throw refusal
            }
        } else if let site = request.header("Sec-Fetch-Site"), site != "none" {
            guard site == "same-origin" else { throw refusal }
        }
    }

    /// The origin of a page's URL: scheme, host and port.
    private static func origin(ofPage url: String) -> String {
        let parts = url.lowercased().split(
            separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.prefix(3).joined(separator: "/")
    }

    /// A request may name any address of this machine, but pages also come from other addresses, so
    /// an origin must match the address that was called.
    private func isAllowed(origin: String, calling host: String) -> Bool {
        if self.origins.contains(origin) { return true }
        for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) {
            let name = Self.hostName(of: String(origin.dropFirst(scheme.count)))
            return name.map { $0 == host || self.hosts.contains($0) } ?? false
        }
        return false
    }

    private func isOurs(_ name: String) -> Bool {
        self.hosts.contains(name) || self.takesAnyAddress && Self.isAddress(name)
    }

    /// The host without its port and IPv6 brackets, in lower case.
    private static func hostName(of authority: String) -> String? {
        let authority = authority.lowercased()
        let name: Substring
        let port: Substring
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            name = authority[..<end].dropFirst()
            port = authority[end...].dropFirst()
        } else {
            let colon = authority.firstIndex(of: ":") ?? authority.endIndex
            name = authority[..<colon]
            port = authority[colon...]
        }
        let isPort = port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil
        return isPort && !name.isEmpty ? String(name) : nil
    }

    /// Whether a host is an address rather than a name: only digits and dots, or with colons.
    private static func isAddress(_ name: String) -> Bool {
        name.contains(":")
            || name.utf8.allSatisfy { byte in
                byte == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }
}
