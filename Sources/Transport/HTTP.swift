/// Sends HTTP/1.1 requests. The seam between who needs a request answered and the network.
package protocol HTTPRequester: Sendable {
    /// Sends one request over a connection of its own and reads the whole response.
    ///
    /// Redirects are never followed: a response with a `Location` is returned as it is, so that a
    /// secret in a header or body reaches one origin only.
    ///
    /// - Parameters:
    ///   - timeLimit: over name resolution, TCP, TLS, sending and reading together.
    ///   - bodyLimit: the longest response body read, in bytes; a longer one throws `.bodyTooLarge`.
    /// - Throws: `TransportError`. Cancelling the task closes the connection at once.
    func send(
        _ request: HTTPRequest, timeLimit: Duration, bodyLimit: Int
    ) async throws(TransportError) -> HTTPResponse
}

/// One header line. Names compare without regard to case.
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
    /// `GET`, `POST` and so on, as on the wire.
    package var method: String
    /// Where to send it; empty for a request that a server received.
    package var origin: HTTPOrigin
    /// Path and query, as on the wire.
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

    /// The value of the first header of this name.
    package func header(_ name: String) -> String? { self.headers.first(name) }
}

/// A response, as received by a client or sent by a server.
package struct HTTPResponse: Hashable, Sendable {
    package var status: Int
    /// The words behind the status; hostile text when received.
    package var reason: String
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

    /// The value of the first header of this name.
    package func header(_ name: String) -> String? { self.headers.first(name) }
}

/// The server a request goes to.
package struct HTTPOrigin: Hashable, Sendable {
    /// Host name or IP address (IPv6 without brackets).
    package var host: String
    package var port: Int
    /// How to speak TLS; `nil` is plain TCP.
    package var tls: TLSClientSettings?
    /// The proxy to go through, as a tunnel for plain HTTP too; `nil` goes directly.
    package var proxy: ProxySettings?

    package init(
        host: String, port: Int, tls: TLSClientSettings? = nil, proxy: ProxySettings? = nil
    ) {
        self.host = host
        self.port = port
        self.tls = tls
        self.proxy = proxy
    }
}

/// How a client speaks TLS: 1.2 or later, the server always verified.
package struct TLSClientSettings: Hashable, Sendable {
    /// A PEM file with the certificates to trust instead of the system's.
    package var trustRootsFile: String?
    /// A PEM file with the client's own certificate, and those of its authorities behind it, for a
    /// server that asks for one.
    package var certificateFile: String?
    /// A PEM file with the key of the client's certificate, without a passphrase; `nil` looks for it
    /// in `certificateFile`.
    package var keyFile: String?

    package init(
        trustRootsFile: String? = nil, certificateFile: String? = nil, keyFile: String? = nil
    ) {
        self.trustRootsFile = trustRootsFile
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }
}

extension [HTTPHeader] {
    /// The value of the first header of this name, whatever the case of its letters.
    package func first(_ name: String) -> String? {
        let wanted = name.lowercased()
        return self.first { $0.name.lowercased() == wanted }?.value
    }
}
