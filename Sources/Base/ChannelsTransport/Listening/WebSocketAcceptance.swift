/// RFC 6455, 4.2.
package enum WebSocketAcceptance {
    /// Even if the request is incorrect.
    static func isUpgrade(_ received: HTTPRequestParser.Received) -> Bool {
        received.head.tokens("Upgrade").contains("websocket")
    }

    static func refusal(_ received: HTTPRequestParser.Received) -> HTTPResponse? {
        let head = received.head
        guard received.line.method == "GET", received.line.minorVersion == 1, !received.hasBody
        else { return Self.bad("an upgrade request must be an HTTP/1.1 GET without a body") }
        guard head.tokens("Connection").contains("upgrade") else {
            return Self.bad("the Connection header lacks Upgrade")
        }
        guard head.tokens("Sec-WebSocket-Version") == ["13"] else {
            return HTTPResponse(
                status: 426, headers: [HTTPHeader("Sec-WebSocket-Version", "13")])
        }
        guard head.count("Sec-WebSocket-Key") == 1,
            WebSocketKey.isValid(head.headers.first("Sec-WebSocket-Key") ?? "")
        else { return Self.bad("Sec-WebSocket-Key is not 16 bytes in base64") }
        return nil
    }

    package static func response(
        to head: HTTPHead, subprotocol: String?
    ) -> (bytes: [UInt8], subprotocol: String?) {
        let offered = head.headers
            .filter { $0.name.lowercased() == "sec-websocket-protocol" }
            .flatMap { $0.value.split(separator: ",").map(HTTPText.trim) }
        let chosen = subprotocol.flatMap { offered.contains($0) ? $0 : nil }
        let key = head.headers.first("Sec-WebSocket-Key") ?? ""
        var headers = [
            HTTPHeader("Upgrade", "websocket"), HTTPHeader("Connection", "Upgrade"),
            HTTPHeader("Sec-WebSocket-Accept", WebSocketKey.accept(for: key)),
        ]
        if let chosen { headers.append(HTTPHeader("Sec-WebSocket-Protocol", chosen)) }
        return (HTTPWriter.interim(HTTPResponse(status: 101, headers: headers)), chosen)
    }

    private static func bad(_ text: String) -> HTTPResponse {
        HTTPResponse(status: 400, body: Array((text + "\n").utf8))
    }
}
