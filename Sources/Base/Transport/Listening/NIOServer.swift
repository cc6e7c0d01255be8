import NIOCore
import NIOPosix

/// A server for HTTP/1.1 and WebSocket on one IP address and port.
///
/// Limits: 2,048 connections, of which the one that has waited longest for a request is closed
/// first; 16 KiB of request head in lines of 8 KiB; 256 KiB of body; 10 s for a head; 30 s for a
/// body.
package final class NIOServer: Sendable {
    /// The IP address of the server, without brackets.
    package let address: String
    /// The port of the server: the one that the system chose if 0 was requested.
    package let port: Int
    private let channel: any Channel
    private let connections: ServerConnections

    /// Starts listening.
    ///
    /// - Parameters:
    ///   - address: an IPv4 or IPv6 address, or `localhost` for 127.0.0.1.
    ///   - port: 0 lets the system choose.
    ///   - limits: the limits of WebSocket connections.
    /// - Throws: `.listenFailed`, or `.tlsSettings` if the certificate or key cannot be used.
    package static func listen(
        address: String, port: Int, tls: TLSServerSettings? = nil,
        limits: WebSocketLimits = WebSocketLimits(), handler: any ServerHandler
    ) async throws(TransportError) -> NIOServer {
        try await Self.listen(
            address: address, port: port,
            context: try tls.map { settings throws(TransportError) in
                try TLSContext(settings)
            }, limits: ServerLimits(webSocket: limits), handler: handler)
    }

    static func listen(
        address: String, port: Int, context: TLSContext?, limits: ServerLimits,
        handler: any ServerHandler
    ) async throws(TransportError) -> NIOServer {
        let shown = address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
        let ip = address == "localhost" ? "127.0.0.1" : address
        guard (0...65_535).contains(port),
            let socket = try? SocketAddress(ipAddress: ip, port: port)
        else { throw .listenFailed(address: shown, cause: "not an IP address and port") }
        let connections = ServerConnections(limit: limits.connections)
        let bootstrap = Self.bootstrap(context, limits, connections, handler)
        do {
            let channel = try await bootstrap.bind(to: socket).get()
            return NIOServer(channel, address: ip, connections: connections)
        } catch {
            throw .listenFailed(address: shown, cause: TransportError.words(error))
        }
    }

    private static func bootstrap(
        _ context: TLSContext?, _ limits: ServerLimits, _ connections: ServerConnections,
        _ handler: any ServerHandler
    ) -> ServerBootstrap {
        ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 512)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                let peer = channel.remoteAddress?.displayText ?? "?"
                guard let number = connections.add(channel) else {
                    return channel.eventLoop.makeFailedFuture(
                        TransportError.closed("too many connections"))
                }
                // Nothing is read before the decision, because the channel waits for this future.
                let decision = channel.eventLoop.makePromise(of: AcceptDecision.self)
                _ = connections.run { decision.succeed(await handler.accept(from: peer)) }
                return decision.futureResult.flatMapThrowing { decision in
                    let pipeline = channel.pipeline.syncOperations
                    switch decision {
                    case .end: throw TransportError.closed("the connection was rejected")
                    case .ignore: try pipeline.addHandler(IgnoringHandler())
                    case .serve:
                        try Self.addTLS(context, peer: peer, to: pipeline)
                        try pipeline.addHandler(
                            HTTPServerHandler(
                                handler, peer: peer, limits: limits, connections: connections,
                                number: number))
                    }
                }
            }
    }

    private static func addTLS(
        _ context: TLSContext?, peer: String, to pipeline: ChannelPipeline.SynchronousOperations
    ) throws {
        guard let context else { return }
        try pipeline.addHandler(
            try TLSHandler(context, servingPeer: peer, on: pipeline.eventLoop),
            name: TLSHandler.name)
    }

    private init(_ channel: any Channel, address: String, connections: ServerConnections) {
        self.channel = channel
        self.connections = connections
        self.address = address
        self.port = channel.localAddress?.port ?? 0
    }

    deinit {
        self.channel.close(promise: nil)
    }

    /// Stops listening; connections stay open. May be called more than once, and from several
    /// tasks.
    package func stopListening() async {
        self.channel.close(promise: nil)
        // The close future never fails.
        try? await self.channel.closeFuture.get()
    }

    /// Stops listening, ends all connections, and waits until all calls of the handler have
    /// returned. May be called more than once, and from several tasks.
    package func close() async {
        await self.stopListening()
        await self.connections.closeAll()
    }
}
