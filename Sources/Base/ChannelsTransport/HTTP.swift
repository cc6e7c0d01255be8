import ChannelsBasics

package protocol HTTPRequester: Sendable {
    /// One request over its own connection. Redirects are never followed, so that a secret in a
    /// header or body reaches only one origin.
    /// - Parameters:
    ///   - timeLimit: for everything from name resolution to the end of the response.
    ///   - bodyLimit: in bytes; a larger response body throws `.bodyTooLarge`.
    /// - Throws: `TransportError`. Cancelling the task closes the connection at once.
    func send(
        _ request: HTTPRequest, timeLimit: Duration, bodyLimit: Int
    ) async throws(TransportError) -> HTTPResponse
}

package struct HTTPHeader: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

package struct HTTPRequest: Hashable, Sendable {
    package var method: String
    package var origin: HTTPOrigin
    /// Path and query, as in the message.
    package var target: String
    package var headers: [HTTPHeader]
    package var body: [UInt8]

    package init(
        method: String, origin: HTTPOrigin, target: String, headers: [HTTPHeader] = [],
        body: [UInt8] = []
    ) {
        self.method = method
        self.origin = origin
        self.target = target
        self.headers = headers
        self.body = body
    }

    package func header(_ name: String) -> String? { self.headers.first(name) }
}

package struct HTTPResponse: Hashable, Sendable {
    package var status: Int
    var reason: String
    package var headers: [HTTPHeader]
    package var body: [UInt8]

    package init(
        status: Int, reason: String = "", headers: [HTTPHeader] = [], body: [UInt8] = []
    ) {
        self.status = status
        self.reason = reason
        self.headers = headers
        self.body = body
    }

    package func header(_ name: String) -> String? { self.headers.first(name) }
}

package struct HTTPOrigin: Hashable, Sendable {
    /// A host name, or an IP address without brackets.
    package var host: String
    package var port: Int
    package var tls: TLSClientSettings?
    /// Used as a tunnel even for plain HTTP; `nil` for a direct connection.
    package var proxy: ProxySettings?

    package init(
        host: String, port: Int, tls: TLSClientSettings? = nil, proxy: ProxySettings? = nil
    ) {
        self.host = host
        self.port = port
        self.tls = tls
        self.proxy = proxy
    }

    /// `host:port`, with brackets around an IPv6 address.
    package var address: String {
        self.host.contains(":") ? "[\(self.host)]:\(self.port)" : "\(self.host):\(self.port)"
    }

    /// `wss://host:port`, for display.
    package var url: String { "\(self.tls == nil ? "ws" : "wss")://\(self.address)" }

    /// The `Host` header of requests to it.
    package var hostHeader: String {
        HTTPText.hostHeader(host: self.host, port: self.port, isSecure: self.tls != nil)
    }
}

extension HTTPHeader {
    package func isNamed(_ name: String) -> Bool {
        let (left, right) = (self.name.utf8, name.utf8)
        return left.count == right.count
            && left.elementsEqual(right) { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}

extension [HTTPHeader] {
    package func first(_ name: String) -> String? { self.first { $0.isNamed(name) }?.value }
}
