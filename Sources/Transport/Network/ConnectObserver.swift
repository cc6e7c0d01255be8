import NIOCore

/// Tells to which address a channel is about to connect. Of several raced channels, each has its own.
final class ConnectObserver: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    /// Let go when it has been called: the channel may live much longer than who is told.
    private var observe: ((String) -> Void)?

    init(_ observe: @escaping (String) -> Void) {
        self.observe = observe
    }

    func connect(
        context: ChannelHandlerContext, to address: SocketAddress, promise: EventLoopPromise<Void>?
    ) {
        self.observe?(address.displayText)
        self.observe = nil
        context.connect(to: address, promise: promise)
    }
}
