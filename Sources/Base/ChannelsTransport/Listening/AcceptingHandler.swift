import NIOCore

final class AcceptingHandler: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    /// Accepted before descriptors are counted again: few, so that the reserve suffices.
    static let acceptedAtOnce: UInt = 2

    private let connections: ServerConnections
    private let descriptors: Descriptors
    private var policy = AcceptingPolicy()
    private var next: Scheduled<Void>?

    init(_ connections: ServerConnections, _ descriptors: Descriptors = .shared) {
        self.connections = connections
        self.descriptors = descriptors
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let child = self.unwrapInboundIn(data)
        guard self.connections.add(child) else { return child.close(promise: nil) }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if self.next == nil { self.check(context, recounts: false) }
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let failure = error as? IOError, Descriptors.isShortage(failure) else {
            return context.fireErrorCaught(error)
        }
        self.obey(self.policy.failed(at: self.now), context)
    }

    func handlerRemoved(context: ChannelHandlerContext) { self.next?.cancel() }

    private func check(_ context: ChannelHandlerContext, recounts: Bool) {
        let clients = self.connections.acceptable(recounts: recounts)
        self.obey(self.policy.checked(clients: clients, at: self.now), context)
    }

    private func obey(_ answer: AcceptingPolicy.Decision, _ context: ChannelHandlerContext) {
        self.next?.cancel()
        self.next = nil
        let options = context.channel.syncOptions
        guard case .pause(let time, let notifies) = answer else {
            try? options?.setOption(.autoRead, value: true)
            return
        }
        try? options?.setOption(.autoRead, value: false)
        if notifies { self.descriptors.reportShortage() }
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        self.next = context.eventLoop.scheduleTask(in: TimeAmount(limit: time)) {
            handler.value.next = nil
            handler.value.check(bound.value, recounts: true)
        }
    }

    private var now: Duration { .nanoseconds(Int64(clamping: NIODeadline.now().uptimeNanoseconds)) }
}
