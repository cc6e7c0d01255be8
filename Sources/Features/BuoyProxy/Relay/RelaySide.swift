import ChannelsTransport
import NIOCore

/// One end of a connection through the proxy: passes on what it reads, and reads only while the
/// other end can take more.
final class RelaySide: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    let isServer: Bool
    private let relay: LinkRelay
    private var context: ChannelHandlerContext?
    private var wantsRead = false
    private var isOutputClosed = false
    /// What waits in the handlers below, in bytes: a fault may hold it back.
    private var waitingBytes = 0
    private static let waitingLimit = 1 << 20

    private(set) var isInputClosed = false

    var eventLoop: (any EventLoop)? { self.context?.eventLoop }

    init(_ relay: LinkRelay, isServer: Bool) {
        self.relay = relay
        self.isServer = isServer
    }

    private var other: RelaySide? { self.relay.other(of: self) }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    // MARK: Reading

    func read(context: ChannelHandlerContext) {
        if self.other?.isWritable ?? true {
            context.read()
        } else {
            self.wantsRead = true
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        self.relay.pass(self.unwrapInboundIn(data), from: self)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        self.other?.context?.flush()
        self.relay.readPassed()
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed = event else {
            return context.fireUserInboundEventTriggered(event)
        }
        self.closedInput()
    }

    func closedInput() {
        guard !self.isInputClosed else { return }
        self.isInputClosed = true
        self.relay.inputClosed(self)
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.isInputClosed = true
        self.context = nil
        self.relay.closed(self)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        self.relay.failed(self, error)
        context.close(promise: nil)
    }

    // MARK: Writing

    private var isWritable: Bool {
        (self.context?.channel.isWritable ?? true) && self.waitingBytes < Self.waitingLimit
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { self.other?.readAgain() }
        context.fireChannelWritabilityChanged()
    }

    private func readAgain() {
        guard self.wantsRead else { return }
        self.wantsRead = false
        self.context?.read()
    }

    func write(_ buffer: ByteBuffer, isFaulty: Bool) {
        guard let context = self.context, !self.isOutputClosed else { return }
        guard isFaulty else {
            return context.write(self.wrapOutboundOut(buffer), promise: nil)
        }
        let count = buffer.readableBytes
        self.waitingBytes += count
        let side = NIOLoopBound(self, eventLoop: context.eventLoop)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenComplete { _ in
            side.value.waitingBytes -= count
            if side.value.isWritable { side.value.other?.readAgain() }
        }
        context.write(self.wrapOutboundOut(buffer), promise: written)
    }

    func flush() { self.context?.flush() }

    func closeOutput() {
        guard !self.isOutputClosed else { return }
        self.isOutputClosed = true
        self.context?.flush()
        self.context?.close(mode: .output, promise: nil)
    }

    func closeLingering() {
        self.isOutputClosed = true
        self.context?.flush()
        self.context?.closeLingering()
    }

    func close() { self.context?.close(promise: nil) }

    func reset() { self.context?.channel.closeWithReset() }
}
