import ChannelsBasics
import NIOCore

enum WebSocketOutput: Sendable {
    case texts([[UInt8]])
    case ping([UInt8])
    case frame(WebSocketOpcode, isFinal: Bool, [UInt8])
    /// - `discards`: whether unsent strings are discarded instead of being sent first.
    case close(code: UInt16, reason: String, discards: Bool)
}

/// Makes a WebSocket channel stop responding.
struct WebSocketSilence: Sendable {}

/// Implements WebSocket on a channel after the handshake, at either end.
///
/// Data that the peer does not accept yet waits here in its original form: a string that waits for
/// many peers is in memory once, and can still be discarded before a close frame.
///
/// ```
/// open ──our close frame──▶ closing ──peer's close frame, or its EOF──▶ over
///   │                          (data is read and thrown away)             ▲
///   ├──peer's close frame (echoed), violation (told), EOF, error──────────┤
///   └──WebSocketSilence──▶ silent (nothing is read or written)──EOF, error┘
/// ```
final class WebSocketHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = WebSocketOutput
    typealias OutboundOut = ByteBuffer

    private enum State {
        case open
        case closing
        case silent
        case over
    }

    private let encoder: WebSocketEncoder
    private let mailbox: WebSocketMailbox
    private(set) var decoder: WebSocketDecoder
    private var arrivals: ArrivalWatch?
    private var state = State.open
    private var burst = WebSocketDecoder.Output()
    private var queue = CircularBuffer<Waiting>()
    private var waitingClose: [UInt8]?
    private var watchesMemory = false

    private struct Waiting {
        var output: WebSocketOutput
        var promise: EventLoopPromise<Void>?
    }

    init(role: WebSocketRole, limits: WebSocketLimits, mailbox: WebSocketMailbox) {
        self.encoder = WebSocketEncoder(role: role)
        self.decoder = WebSocketDecoder(role: role, limits: limits, recyclesMemory: true)
        self.mailbox = mailbox
        self.arrivals = role == .client ? ArrivalWatch() : nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard self.state == .open || self.state == .closing else { return }
        self.arrivals?.read(at: .now) { context.channel.tcpFacts?.timeSinceData }
        self.unwrapInboundIn(data).withUnsafeReadableBytes { bytes in
            self.decoder.decode(bytes, into: &self.burst)
        }
        // A burst of many reads must not exceed the limit on waiting data.
        if self.burst.end != nil { self.handOver(context) }
    }

    func read(context: ChannelHandlerContext) {
        if self.state != .silent { context.read() }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        self.handOver(context)
        self.watchMemory(context.eventLoop)
        context.fireChannelReadComplete()
    }

    /// Unused memory is kept at least this long, and at most twice as long.
    static let memoryInterval = TimeAmount.seconds(1)

    private func watchMemory(_ loop: any EventLoop) {
        guard !self.watchesMemory, self.decoder.keepsMemory else { return }
        self.watchesMemory = true
        let handler = NIOLoopBound(self, eventLoop: loop)
        loop.scheduleTask(in: Self.memoryInterval) {
            handler.value.watchesMemory = false
            handler.value.decoder.giveBackUnusedMemory()
            handler.value.watchMemory(loop)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { self.peerIsGone(context, inOrder: true) }
        context.fireUserInboundEventTriggered(event)
    }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        if let frame = event as? InjectedFrame {
            self.receive(frame, context)
            promise?.succeed()
            return
        }
        guard event is WebSocketSilence else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        if self.state == .open || self.state == .closing {
            self.state = .silent
            self.discardQueue()
        }
        promise?.succeed()
    }

    private func receive(_ frame: InjectedFrame, _ context: ChannelHandlerContext) {
        guard self.state == .open else { return }
        switch frame {
        case .text(let text):
            self.burst.messages.append(.text(text))
            self.burst.bytes += text.count
        case .close(let code, let reason):
            self.handOver(context)
            return self.closed(code, reason, isInjected: true, context)
        }
        self.handOver(context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        self.handOver(context)
        self.finish(WebSocketClosure(error: TransportError(any: error)))
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.peerIsGone(context)
        context.fireChannelInactive()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard self.state == .open else {
            promise?.fail(TransportError.closed("the connection is closing"))
            // A silent connection sends no close frame either.
            if self.state == .silent, case .close = self.unwrapOutboundIn(data) {
                self.finish(WebSocketClosure(closedByUs: true))
                context.close(promise: nil)
            }
            return
        }
        let output = self.unwrapOutboundIn(data)
        if case .close(let code, let reason, let discards) = output {
            if discards { self.discardQueue() }
            self.waitingClose = WebSocketCloseCode.payload(code: code, reason: reason)
            self.state = .closing
            // The peer's close frame may follow data that is no longer read.
            try? context.channel.syncOptions?.setOption(.autoRead, value: true)
            promise?.succeed()
        } else {
            self.queue.append(Waiting(output: output, promise: promise))
        }
        self.drain(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        self.drain(context)
        context.fireChannelWritabilityChanged()
    }

    private func drain(_ context: ChannelHandlerContext) {
        while context.channel.isWritable, let next = self.queue.popFirst() {
            self.send(self.frames(of: next.output), context, promise: next.promise)
        }
        if self.queue.isEmpty, self.state == .closing { self.sendWaitingClose(context) }
    }

    private func frames(of output: WebSocketOutput) -> [UInt8] {
        var bytes: [UInt8] = []
        switch output {
        case .texts(let texts):
            bytes.reserveCapacity(texts.reduce(0) { $0 + WebSocketEncoder.size(payload: $1.count) })
            for text in texts { self.encoder.append(.text, text, to: &bytes) }
        case .ping(let payload): self.encoder.append(.ping, payload, to: &bytes)
        case .frame(let opcode, let isFinal, let payload):
            self.encoder.append(opcode, isFinal: isFinal, payload, to: &bytes)
        case .close: break
        }
        return bytes
    }

    private func discardQueue() {
        let queue = self.queue
        self.queue.removeAll()
        for waiting in queue { waiting.promise?.fail(TransportError.closed("it was not sent")) }
    }

    private func handOver(_ context: ChannelHandlerContext) {
        let burst = self.burst
        self.burst = WebSocketDecoder.Output()
        self.answer(burst.pings, context)
        if self.state == .open, !burst.messages.isEmpty,
            self.mailbox.deliver(
                burst.messages, bytes: burst.bytes, arrival: self.arrivals?.lastArrival),
            burst.end == nil
        {
            try? context.channel.syncOptions?.setOption(.autoRead, value: false)
        }
        if let end = burst.end { self.handle(end, context) }
    }

    private func answer(_ pings: [[UInt8]], _ context: ChannelHandlerContext) {
        // A peer that pings without reading must not make this end keep the pongs.
        guard !pings.isEmpty, self.state == .open, context.channel.isWritable else { return }
        var bytes: [UInt8] = []
        for ping in pings { self.encoder.append(.pong, ping, to: &bytes) }
        self.send(bytes, context, promise: nil)
    }

    private func closed(
        _ code: UInt16?, _ reason: String, isInjected: Bool = false,
        _ context: ChannelHandlerContext
    ) {
        self.sendClose(code: code, reason: "", context)
        var closure = WebSocketClosure(
            code: code, reason: reason, closedByUs: self.state == .closing)
        closure.isInjected = isInjected
        self.finish(closure)
    }

    private func handle(_ end: WebSocketDecoder.End, _ context: ChannelHandlerContext) {
        switch end {
        case .close(let code, let reason): self.closed(code, reason, context)
        case .violation(let violation):
            self.arrivals?.lostTrack()
            self.sendClose(code: violation.code, reason: violation.reason, context)
            self.finish(
                WebSocketClosure(
                    error: .webSocketViolation(code: violation.code, violation.reason)))
        }
        context.closeLingering()
    }

    private func sendClose(code: UInt16?, reason: String, _ context: ChannelHandlerContext) {
        if self.state == .open {
            self.waitingClose = WebSocketCloseCode.payload(code: code, reason: reason)
        }
        while let next = self.queue.popFirst() {
            self.send(self.frames(of: next.output), context, promise: next.promise)
        }
        self.sendWaitingClose(context)
    }

    private func sendWaitingClose(_ context: ChannelHandlerContext) {
        guard let payload = self.waitingClose else { return }
        self.waitingClose = nil
        var bytes: [UInt8] = []
        self.encoder.append(.close, payload, to: &bytes)
        self.send(bytes, context, promise: nil)
    }

    private func send(
        _ bytes: [UInt8], _ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?
    ) {
        let buffer = context.channel.allocator.buffer(bytes: bytes)
        context.writeAndFlush(self.wrapOutboundOut(buffer), promise: promise)
    }

    /// - Parameter inOrder: it ended TCP with a FIN, so everything it had sent has arrived.
    private func peerIsGone(_ context: ChannelHandlerContext, inOrder: Bool = false) {
        guard self.state != .over else { return }
        self.handOver(context)
        // It is not an error if a peer answers a close frame by ending TCP.
        let isAnswer = self.state == .closing
        let error = TransportError.closed("the peer closed it without a close frame")
        self.finish(
            WebSocketClosure(
                error: isAnswer ? nil : error, closedByUs: isAnswer,
                endedInOrder: inOrder && !isAnswer))
        context.close(promise: nil)
    }

    private func finish(_ closure: WebSocketClosure) {
        self.state = .over
        self.discardQueue()
        self.mailbox.finish(closure, arrival: self.arrivals?.lastArrival)
    }
}
