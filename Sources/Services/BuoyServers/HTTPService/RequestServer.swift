package import ChannelsTransport

package protocol RequestServer: Actor, ServerHandler {
    /// The text of the 404 response to a client that asks for a WebSocket.
    static var purpose: String { get }
    var listener: NIOServer? { get set }
}

extension RequestServer {
    /// - Parameter port: 0 lets the system choose.
    /// - Returns: the actual port.
    /// - Throws: `TransportError.listenFailed`, or `.tlsSettings`.
    package func start(
        address: String, port: Int, tls: TLSServerSettings? = nil
    ) async throws(TransportError) -> Int {
        let listener = try await NIOServer.listen(
            address: address, port: port, tls: tls, handler: self)
        self.listener = listener
        return listener.port
    }

    package func close() async {
        await self.listener?.close()
        self.listener = nil
    }

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
