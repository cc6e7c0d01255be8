package import NIOCore

/// Adds TLS below other handlers, at either end. Data written during the handshake waits.
///
/// ```
/// handshaking ──done──▶ open ──close_notify of the peer──▶ ended (we may still send)
///      │                 │ EOF without close_notify: an error, the data may be cut
///      └──failure────────┴────────────────────────────────▶ failed
/// ```
package final class TLSHandler: ChannelDuplexHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ByteBuffer
    package typealias OutboundIn = ByteBuffer
    package typealias OutboundOut = ByteBuffer

    private enum State {
        case handshaking
        case open
        case ended
        case failed
    }

    /// TLS with the peer; with a proxy, a pipeline may have two such handlers.
    static let name = "TLS"

    private static let recordSize = 16 * 1024

    private let session: TLSSession
    private let secured: EventLoopPromise<Void>
    private var state = State.handshaking
    private var hasRead = false
    private var waiting: [(data: ByteBuffer, promise: EventLoopPromise<Void>?)] = []

    init(_ session: TLSSession, secured: EventLoopPromise<Void>) {
        self.session = session
        self.secured = secured
    }

    package convenience init(
        _ context: TLSContext, servingPeer peer: String, on loop: any EventLoop
    ) throws(TransportError) {
        self.init(
            try TLSSession(context: context, peerName: peer),
            secured: loop.makePromise(of: Void.self))
    }

    var version: String { self.session.version }

    var peerCertificate: PeerCertificate? { self.session.peerCertificate }

    package func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { self.advance(context) }
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        self.secured.fail(TransportError.closed("the connection ended"))
        self.failWaiting()
    }

    package func channelActive(context: ChannelHandlerContext) {
        self.advance(context)
        context.fireChannelActive()
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // After the end, nobody would take the bytes out of the session.
        guard self.state == .handshaking || self.state == .open else { return }
        self.unwrapInboundIn(data).withUnsafeReadableBytes { self.session.receive($0) }
        self.advance(context)
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // TLS with the proxy below has ended, which means no more than the end of TCP.
        if case ChannelEvent.inputClosed = event {
            self.networkEnded(context)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    package func channelInactive(context: ChannelHandlerContext) {
        self.networkEnded(context)
        self.failWaiting()
        context.fireChannelInactive()
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard self.state == .handshaking else {
            context.fireErrorCaught(error)
            return
        }
        self.fail(context, .tlsFailed(self.session.failure(TransportError.words(error))))
    }

    package func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        self.waiting.append((self.unwrapOutboundIn(data), promise))
    }

    package func flush(context: ChannelHandlerContext) {
        guard self.state != .handshaking else { return }
        self.encryptWaiting(context)
    }

    package func close(
        context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
    ) {
        if mode != .input, self.state == .open || self.state == .ended {
            self.encryptWaiting(context)
            self.session.shutdown()
            self.sendOutgoing(context, promise: nil)
        }
        if mode == .all {
            if self.state == .handshaking {
                self.secured.fail(TransportError.closed("the connection was closed"))
            }
            self.state = .failed
            self.failWaiting()
        }
        context.close(mode: mode, promise: promise)
    }

    private func networkEnded(_ context: ChannelHandlerContext) {
        switch self.state {
        case .handshaking:
            let reason = "the peer closed the connection during the handshake"
            self.fail(context, .tlsFailed(self.session.failure(reason)))
        case .open:
            self.fail(
                context, .closed("TCP closed before TLS did: the last data may be truncated"))
        case .ended, .failed:
            break
        }
    }

    private func advance(_ context: ChannelHandlerContext) {
        if self.state == .handshaking { self.shakeHands(context) }
        if self.state == .open { self.readAll(context) }
    }

    private func shakeHands(_ context: ChannelHandlerContext) {
        do {
            let isDone = try self.session.handshake()
            self.sendOutgoing(context, promise: nil)
            guard isDone else { return }
            self.state = .open
            self.secured.succeed()
            self.encryptWaiting(context)
        } catch {
            // Sends the alert that tells the peer what was wrong.
            self.sendOutgoing(context, promise: nil)
            self.fail(context, error)
        }
    }

    private func readAll(_ context: ChannelHandlerContext) {
        var hasMore = true
        while hasMore, self.state == .open {
            var buffer = context.channel.allocator.buffer(capacity: 4 * Self.recordSize)
            hasMore = self.fill(&buffer, context)
            if buffer.readableBytes > 0 { context.fireChannelRead(self.wrapInboundOut(buffer)) }
            if self.state == .ended {
                context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            }
        }
        // TLS may have produced a message itself: a key update or an alert.
        self.sendOutgoing(context, promise: nil)
    }

    private func fill(_ buffer: inout ByteBuffer, _ context: ChannelHandlerContext) -> Bool {
        while buffer.writableBytes >= Self.recordSize {
            var result = TLSSession.Read.wait
            buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.recordSize) { memory in
                result = self.session.read(into: memory)
                if case .bytes(let count) = result { return count }
                return 0
            }
            switch result {
            case .bytes:
                self.hasRead = true
                continue
            case .wait: return false
            case .closed: self.state = .ended
            case .failed(let reason): self.fail(context, self.error(reason))
            }
            return false
        }
        return true
    }

    /// In TLS 1.3 a server verifies the client's certificate after the client has finished the
    /// handshake, so a failure before the first byte counts as a failed handshake.
    private func error(_ reason: String) -> TransportError {
        self.hasRead
            ? .closed("TLS failed: \(reason)") : .tlsFailed(self.session.failure(reason))
    }

    private func encryptWaiting(_ context: ChannelHandlerContext) {
        guard !self.waiting.isEmpty else { return }
        let writes = self.waiting
        self.waiting = []
        let sent = context.eventLoop.makePromise(of: Void.self)
        for (data, promise) in writes {
            let isTaken = data.withUnsafeReadableBytes { self.session.write($0) }
            guard isTaken else {
                promise?.fail(TransportError.closed("the TLS connection is closed"))
                continue
            }
            if let promise { sent.futureResult.cascade(to: promise) }
        }
        self.sendOutgoing(context, promise: sent)
    }

    private func sendOutgoing(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
        let count = self.session.outgoingCount
        guard count > 0 else {
            promise?.succeed()
            return
        }
        var buffer = context.channel.allocator.buffer(capacity: count)
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { memory in
            self.session.takeOutgoing(into: memory)
        }
        context.writeAndFlush(self.wrapOutboundOut(buffer), promise: promise)
    }

    private func fail(_ context: ChannelHandlerContext, _ error: TransportError) {
        guard self.state != .failed else { return }
        let wasHandshaking = self.state == .handshaking
        self.state = .failed
        self.secured.fail(error)
        self.failWaiting()
        context.fireErrorCaught(error)
        if wasHandshaking { context.closeLingering() } else { context.close(promise: nil) }
    }

    private func failWaiting() {
        let writes = self.waiting
        self.waiting = []
        for (_, promise) in writes {
            promise?.fail(TransportError.closed("the connection is closed"))
        }
    }
}
