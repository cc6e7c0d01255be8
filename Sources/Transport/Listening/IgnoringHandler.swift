import NIOCore

/// Keeps a connection open and takes nothing from it, until its peer ends it.
final class IgnoringHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    /// Nothing is asked for, so that the peer's bytes stay where they are.
    func read(context: ChannelHandlerContext) {}

    /// At the end the system hands over what has come before; nobody wants it.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
