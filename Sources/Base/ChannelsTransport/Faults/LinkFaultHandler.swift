import NIOCore

/// Treats bytes between the socket and the pipeline as a bad link would. Removes itself once
/// the link is normal and nothing is held back.
final class LinkFaultHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Received {
        case data(ByteBuffer)
        case event(Any)
    }

    private enum Sent {
        case data(ByteBuffer, EventLoopPromise<Void>?)
        case close(CloseMode, EventLoopPromise<Void>?)
    }

    /// Bytes held back before the socket is no longer read.
    private static let receivedLimit = 1 << 20
    private static let longestClose = TimeAmount.seconds(5)

    private var condition = LinkCondition.normal
    private var received = LinkQueue<Received>()
    private var sent = LinkQueue<Sent>()
    private var context: ChannelHandlerContext?
    private var wantsRead = false
    private var truncation: LinkCut?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        self.received.cancel()
        self.sent.cancel()
    }

    func change(to condition: LinkCondition) {
        let repeats = self.condition.lossRepeats
        self.condition = condition
        if condition.lossRepeats.isEmpty, let now = self.context?.eventLoop.now {
            self.received.resume(after: repeats, at: now)
            self.sent.resume(after: repeats, at: now)
        }
        guard let context = self.context else { return }
        self.releaseReceived(context)
        self.releaseSent(context)
        self.removeIfDone(context)
    }

    func truncate(_ cut: LinkCut) { self.truncation = cut }

    private func removeIfDone(_ context: ChannelHandlerContext) {
        guard self.condition == .normal, self.truncation == nil, self.received.isEmpty,
            self.sent.isEmpty
        else { return }
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    // MARK: Receiving

    func read(context: ChannelHandlerContext) {
        if self.condition.stopsReceiving || self.received.bytes > Self.receivedLimit {
            self.wantsRead = true
        } else {
            context.read()
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = self.unwrapInboundIn(data)
        if let cut = self.truncation { return self.truncate(buffer, cut, context) }
        if self.passesReceived {
            context.fireChannelRead(data)
        } else {
            self.received.add(
                .data(buffer), bytes: buffer.readableBytes, self.condition,
                at: context.eventLoop.now)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if self.passesReceived {
            context.fireChannelReadComplete()
        } else {
            self.releaseReceived(context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if self.passesReceived {
            context.fireUserInboundEventTriggered(event)
        } else {
            self.received.add(.event(event), bytes: 0, self.condition, at: context.eventLoop.now)
            self.releaseReceived(context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        while let item = self.received.removeFirst() { self.receive(item, context) }
        self.failSent()
        context.fireChannelReadComplete()
        context.fireChannelInactive()
    }

    private var passesReceived: Bool {
        self.received.isEmpty && !self.condition.holdsReceived && !self.condition.isSlow
    }

    private func truncate(
        _ buffer: ByteBuffer, _ cut: LinkCut, _ context: ChannelHandlerContext
    ) {
        self.truncation = nil
        if let part = buffer.getSlice(
            at: buffer.readerIndex, length: max(0, buffer.readableBytes - 1)),
            part.readableBytes > 0
        {
            context.fireChannelRead(self.wrapInboundOut(part))
            context.fireChannelReadComplete()
        }
        context.fireErrorCaught(cut)
        context.close(promise: nil)
    }

    private func receive(_ item: Received, _ context: ChannelHandlerContext) {
        switch item {
        case .data(let buffer): context.fireChannelRead(self.wrapInboundOut(buffer))
        case .event(let event): context.fireUserInboundEventTriggered(event)
        }
    }

    private func releaseReceived(_ context: ChannelHandlerContext) {
        guard !self.condition.holdsReceived else { return self.received.cancel() }
        var isAny = false
        while let item = self.received.removeDue(context.eventLoop.now, self.condition) {
            self.receive(item, context)
            isAny = true
        }
        if isAny { context.fireChannelReadComplete() }
        if self.wantsRead, self.received.bytes <= Self.receivedLimit {
            self.wantsRead = false
            context.read()
        }
        self.received.wait(on: context.eventLoop) { [weak self] in
            guard let self, let context = self.context else { return }
            self.releaseReceived(context)
            self.removeIfDone(context)
        }
    }

    // MARK: Sending

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if self.passesSent {
            context.write(data, promise: promise)
        } else {
            let buffer = self.unwrapOutboundIn(data)
            self.sent.add(
                .data(buffer, promise), bytes: buffer.readableBytes, self.condition.ofSent,
                at: context.eventLoop.now)
        }
    }

    func flush(context: ChannelHandlerContext) {
        if self.passesSent {
            context.flush()
        } else {
            self.releaseSent(context)
        }
    }

    /// Waits for data sent before, unless that would take too long.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        let latest = context.eventLoop.now + Self.longestClose
        guard mode != .input, !self.passesSent, !self.condition.holdsSent,
            self.sent.due.map({ $0 <= latest }) ?? false
        else {
            if mode != .input { self.failSent() }
            return context.close(mode: mode, promise: promise)
        }
        self.sent.add(
            .close(mode, promise), bytes: 0, self.condition.ofSent, at: context.eventLoop.now)
    }

    private var passesSent: Bool {
        self.sent.isEmpty && !self.condition.holdsSent && !self.condition.ofSent.isSlow
    }

    private func releaseSent(_ context: ChannelHandlerContext) {
        guard !self.condition.holdsSent else { return self.sent.cancel() }
        var isAny = false
        while let item = self.sent.removeDue(context.eventLoop.now, self.condition.ofSent) {
            switch item {
            case .data(let buffer, let promise):
                context.write(self.wrapOutboundOut(buffer), promise: promise)
                isAny = true
            case .close(let mode, let promise):
                context.flush()
                context.close(mode: mode, promise: promise)
            }
        }
        if isAny { context.flush() }
        self.sent.wait(on: context.eventLoop) { [weak self] in
            guard let self, let context = self.context else { return }
            self.releaseSent(context)
            self.removeIfDone(context)
        }
    }

    private func failSent() {
        while let item = self.sent.removeFirst() {
            switch item {
            case .data(_, let promise), .close(_, let promise):
                promise?.fail(ChannelError.alreadyClosed)
            }
        }
    }
}
