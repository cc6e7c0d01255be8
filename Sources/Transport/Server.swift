/// What a listening end does with what arrives. Called from many tasks at once.
package protocol ServerHandler: Sendable {
    /// Decides about a TCP connection before anything is read from it, TLS included. Without an
    /// answer of its own, a handler takes every one.
    func accept(from peer: String) async -> AcceptDecision

    /// Answers a request that does not ask for a WebSocket.
    func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse

    /// Decides about a request that asks for a WebSocket.
    func upgrade(_ request: HTTPRequest, from peer: String) async -> UpgradeDecision

    /// Serves a connection that was upgraded, until it ends. When it returns, the connection is
    /// closed.
    func serve(_ connection: any ServerWebSocketConnection, request: HTTPRequest) async
}

extension ServerHandler {
    /// Takes every connection.
    package func accept(from peer: String) async -> AcceptDecision { .serve }
}

/// What becomes of a TCP connection.
package enum AcceptDecision: Hashable, Sendable {
    /// It is listened to.
    case serve
    /// It is ended at once: with an RST when the client has said something by then.
    case end
    /// It stays open, and is not read from, until the client or the server ends it.
    case ignore
}

/// A WebSocket connection as the listening end has it, which can let it fail on purpose.
package protocol ServerWebSocketConnection: WebSocketConnection {
    /// Ends TCP with an RST: no close frame, no FIN, and what was not sent is thrown away.
    func abort() async

    /// Plays dead from its return on: nothing is read any more, no ping is answered, no close frame echoed,
    /// and what is sent is thrown away. TCP stays open until the peer ends it, or `close` is called,
    /// which then says nothing either.
    func fallSilent() async
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
