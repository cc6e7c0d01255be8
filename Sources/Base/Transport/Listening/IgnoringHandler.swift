import NIOCore

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
