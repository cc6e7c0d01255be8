/// Called from many tasks at once.
package protocol ServerHandler: Sendable {
    /// Called before anything is read from the TCP connection, TLS included.
    func accept(from peer: String) async -> AcceptDecision

    func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse

    func upgrade(_ request: HTTPRequest, from peer: String) async -> UpgradeDecision

    /// The connection is closed when this returns.
    func serve(_ connection: any ServerWebSocketConnection, request: HTTPRequest) async
}

extension ServerHandler {
    package func accept(from peer: String) async -> AcceptDecision { .serve }
}

package enum AcceptDecision: Hashable, Sendable {
    case serve
    /// At once, with an RST if the client has already sent something.
    case end
    case ignore
}

/// A server's end, which can be made to fail on purpose.
package protocol ServerWebSocketConnection: WebSocketConnection {
    /// Sends an RST: no close frame, no FIN, and unsent data is discarded.
    func abort() async

    /// For a peer that does not read: discards unsent data, then closes. The peer can read the code
    /// after the data in transit, within the time limit.
    func giveUp(code: UInt16, reason: String, timeLimit: Duration) async

    /// From now on nothing is read or answered, and sent data is discarded. TCP stays open until
    /// the peer ends it or `close` is called, which then sends nothing either.
    func stopResponding() async
}

package enum UpgradeDecision: Hashable, Sendable {
    case accept(subprotocol: String?)
    case refuse(HTTPResponse)
}
