import NIOCore
import NIOPosix

/// HTTP/1.1 and WebSocket on one address and port, within `ServerLimits`.
package final class NIOServer: Sendable {
    private let listener: Listener

    var address: String { self.listener.address }
    package var port: Int { self.listener.port }

    var requestBytes: Int { self.listener.connections.requestBytes }

    package static func listen(
        address: String, port: Int, tls: TLSServerSettings? = nil,
        limits: WebSocketLimits = WebSocketLimits(), pace: HandshakePace? = nil,
        handler: any ServerHandler
    ) async throws(TransportError) -> NIOServer {
        try await Self.listen(
            address: address, port: port,
            context: try tls.map { settings throws(TransportError) in
                try TLSContext(settings)
            }, limits: ServerLimits(webSocket: limits), pace: pace, handler: handler)
    }

    static func listen(
        address: String, port: Int, context: TLSContext?, limits: ServerLimits,
        pace: HandshakePace? = nil, handler: any ServerHandler
    ) async throws(TransportError) -> NIOServer {
        var options = Listener.Options(
            address: address, port: port, connections: limits.connections)
        options.requestBytes = limits.requestBytes
        options.pace = pace
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

    /// Small, as each channel keeps its buffer for the next read. A WebSocket has larger ones.
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

    package func stopListening() async { await self.listener.stopListening() }

    package func close() async { await self.listener.close() }
}

struct ServerLimits: Sendable {
    var connections = 2_048
    var bodyBytes = 256 * 1024
    var requestBytes = 32 << 20
    /// From the start of a connection, or the last response, to the end of the next head, including
    /// TLS.
    var headTime = Duration.seconds(10)
    /// From the end of a head to the end of the body, and for the client to receive a response.
    var bodyTime = Duration.seconds(30)
    var paceTime = BodyPace.window
    var pipelinedBytes = 64 * 1024
    var webSocket: WebSocketLimits
}

final class IgnoringHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    func read(context: ChannelHandlerContext) {}

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
