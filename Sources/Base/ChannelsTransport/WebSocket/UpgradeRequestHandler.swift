import NIOCore

final class UpgradeRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let excerptTime = TimeAmount.seconds(1)

    private let handshake: WebSocketHandshake
    private let limits: WebSocketLimits
    private let proxy: String?
    private let attempt: Attempt<NIOWebSocketConnection>
    private var parser = HTTPResponseParser(method: "GET", bodyLimit: .max)
    private var refusal: HTTPStatusLine?
    private var isOver = false

    init(
        _ handshake: WebSocketHandshake, limits: WebSocketLimits, proxy: String?,
        attempt: Attempt<NIOWebSocketConnection>
    ) {
        self.handshake = handshake
        self.limits = limits
        self.proxy = proxy
        self.attempt = attempt
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let buffer = context.channel.allocator.buffer(bytes: self.handshake.request)
        context.writeAndFlush(self.wrapOutboundOut(buffer), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !self.isOver else { return }
        self.unwrapInboundIn(data).withUnsafeReadableBytes { self.parser.append($0) }
        do throws(HTTPSyntaxError) {
            try self.readResponse(context)
        } catch {
            // Errors after the head of a refusal do not matter.
            if self.refusal == nil {
                self.fail(error.transportError, context)
            } else {
                self.refuse(context)
            }
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { self.peerIsGone(context) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.peerIsGone(context)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if self.refusal != nil {
            self.refuse(context)
        } else {
            self.fail(TransportError(any: error), context)
        }
    }

    private func readResponse(_ context: ChannelHandlerContext) throws(HTTPSyntaxError) {
        while true {
            switch try self.parser.next() {
            case .needsMore:
                if self.excerpt.count >= HTTPRefusal.excerptLimit { self.refuse(context) }
                return
            case .whole:
                self.refuse(context)
                return
            case .head(let line, let head) where line.status == 101:
                let subprotocol = try self.handshake.check(line, head)
                self.open(subprotocol, head.headers.first("X-Powered-By"), context)
                return
            case .head(let line, _):
                self.refusal = line
                let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
                let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
                context.eventLoop.scheduleTask(in: Self.excerptTime) {
                    handler.value.refuse(bound.value)
                }
            }
        }
    }

    private var excerpt: ArraySlice<UInt8> {
        (self.parser.response?.body ?? []).prefix(HTTPRefusal.excerptLimit)
    }

    private func refuse(_ context: ChannelHandlerContext) {
        guard let line = self.refusal, let response = self.parser.response else { return }
        let body = String(decoding: self.excerpt, as: UTF8.self)
        var refusal = HTTPRefusal(line, response, body: body)
        refusal.isSecure = context.tlsVersion != nil
        self.fail(.upgradeRefused(refusal), context)
    }

    private func peerIsGone(_ context: ChannelHandlerContext) {
        if self.refusal != nil {
            self.refuse(context)
        } else {
            self.fail(
                .closed(
                    "the server closed the connection instead of answering the upgrade request",
                    mayNeedTLS: context.tlsVersion == nil),
                context)
        }
    }

    private func fail(_ error: TransportError, _ context: ChannelHandlerContext) {
        guard !self.isOver else { return }
        self.isOver = true
        self.attempt.finish(.failure(error))
        context.close(promise: nil)
    }

    private func open(
        _ subprotocol: String?, _ software: String?, _ context: ChannelHandlerContext
    ) {
        self.isOver = true
        let channel = context.channel
        let mailbox = WebSocketMailbox(limits: self.limits)
        var details = ConnectionDetails(
            remoteAddress: channel.remoteAddress?.displayText ?? "?",
            tlsVersion: context.tlsVersion, subprotocol: subprotocol, proxy: self.proxy,
            certificate: context.peerCertificate,
            localAddress: channel.localAddress?.ipAddress)
        details.software = software
        let handler = WebSocketHandler(role: .client, limits: self.limits, mailbox: mailbox)
        do {
            try context.pipeline.syncOperations.addHandler(handler, position: .after(self))
        } catch {
            self.attempt.finish(.failure(TransportError(any: error)))
            return
        }
        // From here on, a FIN from the peer can be distinguished from a reset.
        try? channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: true)
        // Frames may have arrived in the same packet as the response.
        let first = self.parser.takeRest()
        if !first.isEmpty {
            context.fireChannelRead(self.wrapInboundOut(channel.allocator.buffer(bytes: first)))
            context.fireChannelReadComplete()
        }
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        let connection = NIOWebSocketConnection(
            channel: channel, mailbox: mailbox, details: details)
        self.attempt.finish(.success(connection))
    }
}

extension ChannelHandlerContext {
    var tlsVersion: String? { self.tlsHandler?.version }

    var peerCertificate: PeerCertificate? { self.tlsHandler?.peerCertificate }

    private var tlsHandler: TLSHandler? {
        let context = try? self.pipeline.syncOperations.context(name: TLSHandler.name)
        return context?.handler as? TLSHandler
    }
}
