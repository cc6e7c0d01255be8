package import ChannelsTransport

/// A server that answers requests and serves no WebSockets.
package protocol RequestServer: Actor, ServerHandler {
    /// The text of the 404 response to a client that asks for a WebSocket.
    static var purpose: String { get }
    /// The socket while it listens.
    var listener: NIOServer? { get set }
}

extension RequestServer {
    /// Starts listening.
    ///
    /// - Parameter port: 0 lets the system choose.
    /// - Returns: the port.
    /// - Throws: `TransportError.listenFailed`, or `.tlsSettings`.
    package func start(
        address: String, port: Int, tls: TLSServerSettings? = nil
    ) async throws(TransportError) -> Int {
        let listener = try await NIOServer.listen(
            address: address, port: port, tls: tls, handler: self)
        self.listener = listener
        return listener.port
    }

    /// Stops listening, and ends all connections.
    package func close() async {
        await self.listener?.close()
        self.listener = nil
    }

    /// Refuses every WebSocket.
    package nonisolated func upgrade(
        _ request: HTTPRequest, from peer: String
    ) async -> UpgradeDecision {
        .refuse(.text(404, Self.purpose))
    }

    /// Never called, because no upgrade is accepted.
    package nonisolated func serve(
        _ connection: any ServerWebSocketConnection, request: HTTPRequest
    ) async {}
}
