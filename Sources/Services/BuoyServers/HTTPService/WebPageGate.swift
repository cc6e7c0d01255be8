package import ChannelsTransport
internal import Glibc

/// Keeps web pages out. A page of any site can make a browser send requests to this machine. It is
/// recognised by its `Origin` or, if it has rebound its own name to this machine's address (DNS
/// rebinding), by the `Host`.
package struct WebPageGate: Sendable {
    /// The host names that a request may name, in lower case, besides all addresses: they cannot be
    /// rebound.
    private let hosts: Set<String>
    /// The origins of allowed pages, as browsers write them: `https://example.test:8443`.
    private let origins: Set<String>

    /// - Parameter allowedHosts: names besides `localhost` and those of this machine.
    package init(address: String, allowedHosts: [String] = [], allowedOrigins: [String] = []) {
        let names =
            ["localhost", "127.0.0.1", "::1", address] + MachineName.names + allowedHosts
        self.hosts = Set(names.map { Self.plain($0.lowercased()) })
        self.origins = Set(allowedOrigins.map { $0.lowercased() })
    }

    package enum Judgement: Hashable, Sendable {
        case pass
        case refuse(HTTPResponse)
    }

    package func judge(_ request: HTTPRequest) -> Judgement {
        let name: String
        do throws(RouteRefusal) { name = try self.host(of: request.headers) } catch {
            return .refuse(error.response)
        }
        for header in request.headers where header.name.lowercased() == "origin" {
            guard self.isAllowed(origin: header.value.lowercased(), calling: name) else {
                return .refuse(.text(403, "This server does not serve pages from \(header.value)"))
            }
        }
        return .pass
    }

    /// The host that a request is for, in lower case and without a port. A server that passes the
    /// request on to another one, which checks the page by its `Origin`, checks only this.
    ///
    /// - Throws: a refusal, which names the option that allows the host.
    @discardableResult
    package func host(of headers: [HTTPHeader]) throws(RouteRefusal) -> String {
        let named = headers.filter { $0.name.lowercased() == "host" }
        guard named.count == 1, let host = named.first?.value else {
            throw .badRequest("Exactly one Host header is required")
        }
        guard let name = Self.hostName(of: host) else {
            throw RouteRefusal(status: 403, text: "This server does not serve the host \(host)")
        }
        guard self.hosts.contains(name) || Self.isAddress(name) else {
            throw RouteRefusal(
                status: 403,
                text: "This server does not serve the host \(name): "
                    + "allow it with --allow-host \(name)")
        }
        return name
    }

    /// The response with the headers that let a page of an allowed origin read it (Fetch standard,
    /// "CORS protocol").
    func opened(_ response: HTTPResponse, to request: HTTPRequest) -> HTTPResponse {
        guard let origin = request.header("Origin") else { return response }
        var response = response
        response.headers.append(HTTPHeader("Access-Control-Allow-Origin", origin))
        response.headers.append(HTTPHeader("Vary", "Origin"))
        return response
    }

    /// The response to a CORS-preflight request (Fetch standard); `nil` for any other request. The
    /// request must have been judged before.
    func preflight(_ request: HTTPRequest) -> HTTPResponse? {
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
    /// `Origin` with scripts, so the page is recognised by `Referer` and `Sec-Fetch-Site`; a
    /// request with neither does not come from a page.
    func allowScript(_ request: HTTPRequest) throws(RouteRefusal) {
        let refusal = RouteRefusal(
            status: 403, text: "This page may not load this server's responses as a script")
        let host = request.header("Host").flatMap(Self.hostName) ?? ""
        if let page = request.header("Referer") {
            guard self.isAllowed(origin: Self.origin(ofPage: page), calling: host) else {
                throw refusal
            }
        } else if let site = request.header("Sec-Fetch-Site"), site != "none" {
            guard site == "same-origin" else { throw refusal }
        }
    }

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
        return isPort && !name.isEmpty ? Self.plain(String(name)) : nil
    }

    /// A name without its trailing dot.
    private static func plain(_ name: String) -> String {
        name.hasSuffix(".") ? String(name.dropLast()) : name
    }

    /// Whether a host is an address rather than a name. Other notations of addresses, such as
    /// `127.1`, are names here: browsers never send them.
    private static func isAddress(_ name: String) -> Bool {
        var number = in6_addr()
        let text = name.prefix { $0 != "%" }
        return inet_pton(AF_INET, name, &number) == 1
            || inet_pton(AF_INET6, String(text), &number) == 1
    }
}

extension HTTPRequest {
    /// Refuses anything but JSON in requests from pages. A page of another server on this machine
    /// may post a form, but JSON only after a preflight request.
    func requireJSONFromPages() throws(RouteRefusal) {
        let isJSON = self.header("content-type")?.lowercased().hasPrefix("application/json")
        guard self.header("origin") == nil || isJSON == true else {
            throw .badRequest("A page must send its fault as application/json")
        }
    }
}

enum MachineName {
    /// Its host name, whole and up to the first dot, and the latter in the local domain of
    /// multicast DNS.
    static let names = names(of: hostName)

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
