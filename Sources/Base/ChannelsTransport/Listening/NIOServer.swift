import NIOCore
import NIOPosix

/// A server for HTTP/1.1 and WebSocket on one IP address and port.
///
/// Limits: 2,048 connections, of which the one that has waited longest for a request, or for more
/// of a body, is closed first; 16 KiB of request head in lines of 8 KiB; 256 KiB of body, and 32
/// MiB of all requests together; 10 s for a head; 30 s for a body, of which 5 KiB must arrive in
/// each 10 s.
package final class NIOServer: Sendable {
    private let listener: Listener

    /// The IP address of the server, without brackets.
    var address: String { self.listener.address }
    /// The port of the server: the one that the system chose if 0 was requested.
    package var port: Int { self.listener.port }

    /// The memory that the requests of all clients take, in bytes.
    var requestBytes: Int { self.listener.connections.requestBytes }

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
        var options = Listener.Options(
            address: address, port: port, connections: limits.connections)
        options.requestBytes = limits.requestBytes
        return NIOServer(
            try await Listener.listen(options) { channel, number, connections in
                Self.prepare(channel, number, connections, context, limits, handler)
            })
    }

    private static func prepare(
        _ channel: any Channel, _ number: Int, _ connections: ServerConnections,
        _ context: TLSContext?, _ limits: ServerLimits, _ handler: any ServerHandler
    ) -> EventLoopFuture<Void> {
        let peer = channel.remoteAddress?.displayText ?? "?"
        // Nothing is read before the decision, because the channel waits for this future.
        let decision = channel.eventLoop.makePromise(of: AcceptDecision.self)
        _ = connections.run { decision.succeed(await handler.accept(from: peer)) }
        return decision.futureResult.flatMapThrowing { decision in
            let pipeline = channel.pipeline.syncOperations
            switch decision {
            case .end: throw TransportError.closed("the connection was rejected")
            case .ignore: try pipeline.addHandler(IgnoringHandler())
            case .serve:
                try channel.syncOptions?.setOption(.recvAllocator, value: Self.requestBuffers)
                try Self.addTLS(context, peer: peer, to: pipeline)
                try pipeline.addHandler(
                    HTTPServerHandler(
                        handler, peer: peer, limits: limits, connections: connections,
                        number: number))
            }
        }
    }

    /// Each channel keeps its buffer for the next read: those of thousands that send requests must
    /// stay small. A WebSocket has larger ones.
    private static let requestBuffers = AdaptiveRecvByteBufferAllocator(
        minimum: 64, initial: 2048, maximum: 8192)

    private static func addTLS(
        _ context: TLSContext?, peer: String, to pipeline: ChannelPipeline.SynchronousOperations
    ) throws {
        guard let context else { return }
        try pipeline.addHandler(
            try TLSHandler(context, servingPeer: peer, on: pipeline.eventLoop),
            name: TLSHandler.name)
    }

    private init(_ listener: Listener) {
        self.listener = listener
    }

    /// Stops listening; connections stay open. May be called more than once, and from several
    /// tasks.
    package func stopListening() async { await self.listener.stopListening() }

    /// Stops listening, ends all connections, and waits until all calls of the handler have
    /// returned. May be called more than once, and from several tasks.
    package func close() async { await self.listener.close() }
}

/// The resources that clients may use on a server.
struct ServerLimits: Sendable {
    /// The number of simultaneous connections. A further one replaces the one that has waited
    /// longest, or is closed at once if none waits. Fewer if there are not enough descriptors.
    var connections = 2_048
    /// The maximum size of a request body, in bytes.
    var bodyBytes = 256 * 1024
    /// The memory that the requests of all connections may take, in bytes.
    var requestBytes = 32 << 20
    /// The time from the opening of a connection, or from the last response, to the end of the next
    /// head, including TLS.
    var headTime = Duration.seconds(10)
    /// The time from the end of a head to the end of the body, and for the client to receive a
    /// response.
    var bodyTime = Duration.seconds(30)
    /// The window of `BodyPace`.
    var paceTime = BodyPace.window
    /// The size of requests that a client may send before its last request is answered, in bytes.
    var pipelinedBytes = 64 * 1024
    var webSocket: WebSocketLimits
}

/// Keeps a connection open without reading from it, until its peer ends it.
final class IgnoringHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    /// Reads nothing, so the peer's bytes stay in the socket.
    func read(context: ChannelHandlerContext) {}

    /// At the end the system delivers what arrived before; it is ignored.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
