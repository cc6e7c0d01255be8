/// Sends HTTP/1.1 requests. Separates the senders of requests from the network.
package protocol HTTPRequester: Sendable {
    /// Sends one request over its own connection, and reads the whole response.
    ///
    /// Redirects are never followed: a response with a `Location` is returned as it is, so that a
    /// secret in a header or body reaches only one origin.
    ///
    /// - Parameters:
    ///   - timeLimit: the limit for name resolution, TCP, TLS, sending and reading together.
    ///   - bodyLimit: the maximum size of the response body, in bytes; a larger one throws
    ///     `.bodyTooLarge`.
    /// - Throws: `TransportError`. Cancelling the task closes the connection at once.
    func send(
        _ request: HTTPRequest, timeLimit: Duration, bodyLimit: Int
    ) async throws(TransportError) -> HTTPResponse
}

/// A header line. Names are case-insensitive.
package struct HTTPHeader: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A request, as sent by a client or received by a server.
package struct HTTPRequest: Hashable, Sendable {
    /// `GET`, `POST` and so on, as in the message.
    package var method: String
    /// The server to send it to; empty for a request that a server received.
    package var origin: HTTPOrigin
    /// The path and query, as in the message.
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

    /// The value of the first header with this name.
    package func header(_ name: String) -> String? { self.headers.first(name) }
}

/// A response, as received by a client or sent by a server.
package struct HTTPResponse: Hashable, Sendable {
    package var status: Int
    /// The reason phrase after the status; untrusted text when received.
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

    /// The value of the first header with this name.
    package func header(_ name: String) -> String? { self.headers.first(name) }
}

/// The server a request goes to.
package struct HTTPOrigin: Hashable, Sendable {
    /// The host name or IP address (IPv6 without brackets).
    package var host: String
    package var port: Int
    /// The TLS settings; `nil` for plain TCP.
    package var tls: TLSClientSettings?
    /// The proxy to use, as a tunnel even for plain HTTP; `nil` for a direct connection.
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
    /// Whether this is its name, ignoring the case of ASCII letters.
    package func isNamed(_ name: String) -> Bool {
        let (left, right) = (self.name.utf8, name.utf8)
        return left.count == right.count
            && left.elementsEqual(right) { HTTPText.lowercase($0) == HTTPText.lowercase($1) }
    }
}

extension [HTTPHeader] {
    /// The value of the first header with this name, ignoring case.
    package func first(_ name: String) -> String? { self.first { $0.isNamed(name) }?.value }
}
