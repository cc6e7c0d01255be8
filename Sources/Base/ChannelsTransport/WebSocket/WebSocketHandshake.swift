import ChannelsBasics

struct WebSocketHandshake {
    let request: [UInt8]
    private let expectedAccept: String
    private let offered: [String]

    init(_ endpoint: WebSocketEndpoint) throws(TransportError) {
        let key = Self.newKey()
        var headers = [
            HTTPHeader("Host", endpoint.origin.hostHeader), HTTPHeader("Upgrade", "websocket"),
            HTTPHeader("Connection", "Upgrade"), HTTPHeader("Sec-WebSocket-Key", key),
            HTTPHeader("Sec-WebSocket-Version", "13"),
        ]
        if !endpoint.subprotocols.isEmpty {
            let list = endpoint.subprotocols.joined(separator: ", ")
            headers.append(HTTPHeader("Sec-WebSocket-Protocol", list))
        }
        if endpoint.headers.first("User-Agent") == nil {
            headers.append(HTTPHeader("User-Agent", NIOHTTPRequester.userAgent))
        }
        let request = HTTPWriter.request(
            method: "GET", target: endpoint.target, headers: headers + endpoint.headers)
        guard let request else {
            throw .connectFailed(
                address: endpoint.origin.address,
                cause: "the path or a header contains a character that cannot be sent")
        }
        self.request = request
        self.expectedAccept = WebSocketKey.accept(for: key)
        self.offered = endpoint.subprotocols
    }

    /// Checks a 101 response (RFC 6455, 4.1).
    /// - Returns: the subprotocol that the server chose.
    func check(
        _ line: HTTPStatusLine, _ head: HTTPHead
    ) throws(HTTPSyntaxError) -> String? {
        guard line.minorVersion == 1 else { throw .malformed("HTTP/1.0 cannot upgrade") }
        guard head.tokens("Upgrade") == ["websocket"] else {
            throw .malformed("the server did not upgrade to WebSocket")
        }
        guard head.tokens("Connection").contains("upgrade") else {
            throw .malformed("the Connection header lacks Upgrade")
        }
        guard head.count("Sec-WebSocket-Accept") > 0 else {
            throw .malformed(
                "its 101 lacks Sec-WebSocket-Accept\(Self.sender(of: head)), so a proxy answered for "
                    + "the server, or removed the header")
        }
        guard head.count("Sec-WebSocket-Accept") == 1,
            head.headers.first("Sec-WebSocket-Accept") == self.expectedAccept
        else { throw .malformed("Sec-WebSocket-Accept does not match the key") }
        guard head.count("Sec-WebSocket-Extensions") == 0 else {
            throw .malformed("the server chose an extension that was not offered")
        }
        guard let chosen = head.headers.first("Sec-WebSocket-Protocol") else { return nil }
        guard head.count("Sec-WebSocket-Protocol") == 1, self.offered.contains(chosen) else {
            throw .malformed("the server chose a subprotocol that was not offered")
        }
        return chosen
    }

    /// A proxy that answers in place of the server, or one that drops its headers.
    private static func sender(of head: HTTPHead) -> String {
        head.headers.first("Server").map { " (Server: \($0.prefix(40)))" } ?? ""
    }

    private static func newKey() -> String {
        Base64.encode((0..<16).map { _ in UInt8.random(in: .min ... .max) })
    }
}

enum WebSocketKey {
    /// `Sec-WebSocket-Accept` (RFC 6455, 4.2.2).
    static func accept(for key: String) -> String {
        let text = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
        return Base64.encode(SHA1.digest(text))
    }

    static func isValid(_ key: String) -> Bool {
        Base64.decode(key)?.count == 16
    }
}
