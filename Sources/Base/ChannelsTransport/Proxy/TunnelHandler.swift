import NIOCore

/// Opens a tunnel through a proxy, then removes itself.
final class TunnelHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let proxy: String
    private let established: EventLoopPromise<Void>
    private var dialogue: any ProxyDialogue
    private var isOver = false

    /// - Parameter established: completed when the tunnel is open or has failed. Add the tunnel's
    ///   handlers at once, to receive the bytes that have already come through.
    init(_ dialogue: any ProxyDialogue, proxy: String, established: EventLoopPromise<Void>) {
        self.dialogue = dialogue
        self.proxy = proxy
        self.established = established
    }

    func handlerAdded(context: ChannelHandlerContext) { self.send(self.dialogue.opening, context) }

    func handlerRemoved(context: ChannelHandlerContext) { self.peerIsGone() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !self.isOver else { return }
        self.unwrapInboundIn(data).withUnsafeReadableBytes { self.dialogue.append($0) }
        do throws(ProxyFailure) {
            while try self.step(context) {}
        } catch {
            self.fail(error)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The end of TLS with the proxy.
        if case ChannelEvent.inputClosed = event { self.peerIsGone() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.peerIsGone()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        self.fail(ProxyFailure(proxy: self.proxy, TransportError(any: error)))
    }

    private func step(_ context: ChannelHandlerContext) throws(ProxyFailure) -> Bool {
        switch try self.dialogue.next() {
        case .needsMore:
            return false
        case .send(let bytes):
            self.send(bytes, context)
            return true
        case .established(let first):
            self.leave(first, context)
            return false
        }
    }

    private func leave(_ first: [UInt8], _ context: ChannelHandlerContext) {
        self.isOver = true
        // This adds the handlers of the tunnel.
        self.established.succeed()
        if !first.isEmpty {
            let buffer = context.channel.allocator.buffer(bytes: first)
            context.fireChannelRead(self.wrapInboundOut(buffer))
            context.fireChannelReadComplete()
        }
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    private func peerIsGone() {
        let reason = "it closed the connection instead of opening the tunnel"
        self.fail(ProxyFailure(proxy: self.proxy, reason: reason))
    }

    private func fail(_ failure: ProxyFailure) {
        guard !self.isOver else { return }
        self.isOver = true
        self.established.fail(TransportError.proxyFailed(failure))
    }

    private func send(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        let buffer = context.channel.allocator.buffer(bytes: bytes)
        context.writeAndFlush(self.wrapOutboundOut(buffer), promise: nil)
    }
}
