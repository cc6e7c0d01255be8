import NIOCore

/// Reports the address that a channel is about to connect to. Channels that race have one each.
final class ConnectObserver: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    /// Released once it has been called, as the channel may live much longer than the observer.
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
