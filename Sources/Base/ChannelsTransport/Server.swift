/// Handles the connections and requests of a server. Called from many tasks at once.
package protocol ServerHandler: Sendable {
    /// Decides about a TCP connection before anything is read from it, including TLS. By default,
    /// every connection is accepted.
    func accept(from peer: String) async -> AcceptDecision

    /// Answers a request that does not ask for a WebSocket.
    func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse

    /// Decides about a request that asks for a WebSocket.
    func upgrade(_ request: HTTPRequest, from peer: String) async -> UpgradeDecision

    /// Serves an upgraded connection until it ends. The connection is closed when this returns.
    func serve(_ connection: any ServerWebSocketConnection, request: HTTPRequest) async
}

extension ServerHandler {
    /// Accepts every connection.
    package func accept(from peer: String) async -> AcceptDecision { .serve }
}

/// What to do with a TCP connection.
package enum AcceptDecision: Hashable, Sendable {
    /// Read from it.
    case serve
    /// End it at once, with an RST if the client has already sent something.
    case end
    /// Keep it open without reading from it, until the client or the server ends it.
    case ignore
}

/// A WebSocket connection of a server, which can make it fail on purpose.
package protocol ServerWebSocketConnection: WebSocketConnection {
    /// Ends TCP with an RST: there is no close frame and no FIN, and unsent data is discarded.
    func abort() async

    /// Closes the connection of a peer that does not read: unsent data is discarded, then as
    /// `close`. The peer can read the code after the data that is in transit, within the time
    /// limit.
    func giveUp(code: UInt16, reason: String, timeLimit: Duration) async

    /// Stops responding: from now on nothing is read, no ping is answered, no close frame is
    /// echoed, and sent data is discarded. TCP stays open until the peer ends it or `close` is
    /// called, which then sends nothing either.
    func stopResponding() async
}

/// The decision about an upgrade request.
package enum UpgradeDecision: Hashable, Sendable {
    /// Switch protocols and choose this subprotocol: one of those offered, or none.
    case accept(subprotocol: String?)
    /// Answer with this response instead, then close.
    case refuse(HTTPResponse)
}

/// The certificate and key of a server: PEM files.
package struct TLSServerSettings: Hashable, Sendable {
    var certificateFile: String
    var keyFile: String

    package init(certificateFile: String, keyFile: String) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }
}
