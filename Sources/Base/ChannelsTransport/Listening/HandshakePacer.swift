import NIOCore

/// The handshakes that a server makes, and the connections that wait for one.
package struct HandshakePace: Hashable, Sendable {
    /// Above 0. An idle server makes a handshake at once.
    package var perSecond: Double
    /// How many connections are accepted and wait.
    package var queue = 0
    /// How many wait in the kernel, which ignores further ones; Linux adds one.
    package var backlog = 511

    package init(perSecond: Double) { self.perSecond = perSecond }

    var spacing: TimeAmount { .nanoseconds(Int64(1_000_000_000 / self.perSecond)) }
}

/// Serves accepted connections one after the other, and accepts no more than can wait: the others
/// wait in the kernel's queue. A client that gives up keeps its place, because nothing is read.
final class HandshakePacer: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = NIOAny

    private let pace: HandshakePace
    private var waiting: CircularBuffer<any Channel> = []
    private var isBusy = false
    private var wantsRead = false

    init(_ pace: HandshakePace) { self.pace = pace }

    func read(context: ChannelHandlerContext) {
        guard self.waiting.count < self.pace.queue || !self.isBusy else {
            self.wantsRead = true
            return
        }
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        self.waiting.append(self.unwrapInboundIn(data))
        if !self.isBusy { self.serveNext(context) }
    }

    private func serveNext(_ context: ChannelHandlerContext) {
        self.isBusy = false
        if let next = self.waiting.popFirst() {
            self.isBusy = true
            context.fireChannelRead(self.wrapInboundOut(next))
            context.fireChannelReadComplete()
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.eventLoop.scheduleTask(in: self.pace.spacing) {
                bound.value.0.serveNext(bound.value.1)
            }
        }
        if self.wantsRead {
            self.wantsRead = false
            self.read(context: context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        for channel in self.waiting { channel.close(promise: nil) }
        self.waiting = []
        context.fireChannelInactive()
    }
}
