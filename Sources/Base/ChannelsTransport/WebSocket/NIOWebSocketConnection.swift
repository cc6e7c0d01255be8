import ChannelsPOSIX
import NIOCore

/// Cancelling a task inside `receive()` returns `.closed` with `.cancelled` at once, but does
/// not end the connection: another call continues. Dropping the last reference ends TCP.
final class NIOWebSocketConnection: WebSocketConnection {
    let details: ConnectionDetails
    let channel: any Channel
    let readingExecutor: (any TaskExecutor)?
    private let mailbox: WebSocketMailbox

    init(channel: any Channel, mailbox: WebSocketMailbox, details: ConnectionDetails) {
        self.channel = channel
        self.mailbox = mailbox
        self.details = details
        self.readingExecutor = EventLoopExecutor(channel.eventLoop)
    }

    deinit {
        self.channel.close(promise: nil)
    }

    func receive() async -> WebSocketInput {
        await self.mailbox.take {
            self.channel.setOption(.autoRead, value: true).whenFailure { _ in
                // The channel is closed, so there is nothing to read.
            }
        }
    }

    var timeSinceArrival: Duration? { self.mailbox.lastArrival.map { .now - $0 } }

    func send(_ texts: [[UInt8]]) throws(TransportError) {
        guard !texts.isEmpty else { return }
        let size = texts.reduce(0) { $0 + WebSocketEncoder.size(payload: $1.count) }
        try self.queue(.texts(texts), size: size)
    }

    func ping(_ payload: [UInt8]) throws(TransportError) {
        let payload = Array(payload.prefix(125))
        try self.queue(.ping(payload), size: WebSocketEncoder.size(payload: payload.count))
    }

    func close(code: UInt16?, reason: String, timeLimit: Duration) async {
        guard let code else {
            self.finish(WebSocketClosure(closedByUs: true))
            await self.endTCP()
            return
        }
        await self.close(.close(code: code, reason: reason, discards: false), timeLimit)
    }

    func close(_ close: WebSocketOutput, _ timeLimit: Duration) async {
        self.channel.writeAndFlush(close, promise: nil)
        let channel = self.channel
        let mailbox = self.mailbox
        let limit = channel.eventLoop.scheduleTask(in: TimeAmount(limit: timeLimit)) {
            mailbox.finish(WebSocketClosure(closedByUs: true))
            channel.close(promise: nil)
        }
        await self.waitForEnd()
        limit.cancel()
    }

    func finish(_ closure: WebSocketClosure) { self.mailbox.finish(closure) }

    func endTCP() async {
        self.channel.close(promise: nil)
        await self.waitForEnd()
    }

    private func queue(_ output: WebSocketOutput, size: Int) throws(TransportError) {
        try self.mailbox.reserve(size)
        let written = self.channel.eventLoop.makePromise(of: Void.self)
        let mailbox = self.mailbox
        written.futureResult.whenComplete { _ in mailbox.release(size) }
        self.channel.writeAndFlush(output, promise: written)
    }

    private func waitForEnd() async {
        let channel = self.channel
        await withTaskCancellationHandler {
            // The close future never fails.
            try? await channel.closeFuture.get()
        } onCancel: {
            channel.close(promise: nil)
        }
    }
}

extension NIOWebSocketConnection: RawFrameConnection {
    func send(
        frame opcode: WebSocketOpcode, isFinal: Bool, _ payload: [UInt8]
    ) throws(TransportError) {
        try self.queue(
            .frame(opcode, isFinal: isFinal, payload),
            size: WebSocketEncoder.size(payload: payload.count))
    }
}

extension NIOWebSocketConnection: InjectableConnection {
    func inject(_ frame: InjectedFrame) {
        self.channel.triggerUserOutboundEvent(frame, promise: nil)
    }
}

extension NIOWebSocketConnection: ServerWebSocketConnection {
    func abort() async {
        self.finish(WebSocketClosure(closedByUs: true))
        // With a linger time of zero, close(2) sends an RST (socket(7), SO_LINGER).
        let linger = linger(l_onoff: 1, l_linger: 0)
        try? await (self.channel as? any SocketOptionProvider)?.setSoLinger(linger).get()
        await self.endTCP()
    }

    func giveUp(code: UInt16, reason: String, timeLimit: Duration) async {
        await self.close(.close(code: code, reason: reason, discards: true), timeLimit)
    }

    func stopResponding() async {
        // A connection that has ended is silent anyway.
        try? await self.channel.triggerUserOutboundEvent(WebSocketSilence()).get()
    }
}

/// Runs tasks on a connection's event loop: no thread has to wake for each burst, and the bytes
/// are still in the processor's cache.
final class EventLoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) {
        self.loop = loop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        self.loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
