/// What a listening end does with what arrives. Called from many tasks at once.
package protocol ServerHandler: Sendable {
    /// Answers a request that does not ask for a WebSocket.
    func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse

    /// Decides about a request that asks for a WebSocket.
    func upgrade(_ request: HTTPRequest, from peer: String) async -> UpgradeDecision

    /// Serves a connection that was upgraded, until it ends. When it returns, the connection is
    /// closed.
    func serve(_ connection: any WebSocketConnection, request: HTTPRequest) async
}

/// The answer to an upgrade request.
package enum UpgradeDecision: Hashable, Sendable {
    /// Switch protocols, choosing this subprotocol (one of those offered, or none).
    case accept(subprotocol: String?)
    /// Answer with this response instead, then close.
    case refuse(HTTPResponse)
}

/// The certificate and key a listening end shows: PEM files.
package struct TLSServerSettings: Hashable, Sendable {
    package var certificateFile: String
    package var keyFile: String

    package init(certificateFile: String, keyFile: String) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }
}
