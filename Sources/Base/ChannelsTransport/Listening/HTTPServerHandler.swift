import NIOCore

/// Serves the requests of one connection, one at a time and in order, until the connection ends or
/// becomes a WebSocket.
///
/// ```
///           head              body whole           answered, kept alive
///  head ──────────▶ body ──────────────▶ answering ─────────────────────▶ head
///    │                │                     │ upgrade accepted ──▶ WebSocketHandler
///    └─ rubbish, time ┴─ too long, slow     └ answered, not kept alive
///              └──▶ ended (an error response where it makes sense, then a lingering close)
/// ```
final class HTTPServerHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum State {
        case head
        case body(HTTPRequestParser.Received)
        case answering
        case ended
    }

    private let handler: any ServerHandler
    private let peer: String
    private let limits: ServerLimits
    private let connections: ServerConnections
    private let number: Int
    private var parser: HTTPRequestParser
    private var state = State.head
    private var limit: Scheduled<Void>?
    private var pace = BodyPace()
    private var paceCheck: RepeatedTask?
    private var cancelWork: (@Sendable () -> Void)?

    init(
        _ handler: any ServerHandler, peer: String, limits: ServerLimits,
        connections: ServerConnections, number: Int
    ) {
        self.handler = handler
        self.peer = peer
        self.limits = limits
        self.connections = connections
        self.number = number
        self.parser = HTTPRequestParser(bodyLimit: limits.bodyBytes)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.expect(.head, within: self.limits.headTime, context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.limit?.cancel()
        self.paceCheck?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .ended = self.state { return }
        self.unwrapInboundIn(data).withUnsafeReadableBytes { self.parser.append($0) }
        if case .body = self.state { self.connections.madeProgress(self.number) }
        self.readRequests(context)
        self.countBytes(context)
        if self.parser.waiting > self.limits.pipelinedBytes, case .answering = self.state {
            try? context.channel.syncOptions?.setOption(.autoRead, value: false)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The end of TLS, when nobody waits for it any more.
        if case ChannelEvent.inputClosed = event { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.state = .ended
        self.limit?.cancel()
        self.paceCheck?.cancel()
        self.cancelWork?()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func countBytes(_ context: ChannelHandlerContext) {
        if case .ended = self.state { return }
        guard !self.connections.keep(self.number, bytes: self.parser.held) else { return }
        let response = HTTPResponse(
            status: 503, headers: [HTTPHeader("Retry-After", "1")],
            body: Array("This server is receiving too much data at once\n".utf8))
        self.write(HTTPWriter.response(response, hasBody: true, closes: true), context)
        self.end(context)
    }

    private func readRequests(_ context: ChannelHandlerContext) {
        do throws(HTTPSyntaxError) {
            while try self.step(context) {}
        } catch {
            self.refuse(error, context)
        }
    }

    private func step(_ context: ChannelHandlerContext) throws(HTTPSyntaxError) -> Bool {
        switch self.state {
        case .ended, .answering:
            return false
        case .head:
            guard case .head(let received) = try self.parser.next() else { return false }
            try self.begin(received, context)
            return true
        case .body(let received):
            guard case .whole(let body) = try self.parser.next() else { return false }
            self.expect(.answering, within: nil, context)
            self.answer(received, body, context)
            return true
        }
    }

    private func begin(
        _ received: HTTPRequestParser.Received, _ context: ChannelHandlerContext
    ) throws(HTTPSyntaxError) {
        if received.expectsContinue, received.hasBody {
            self.write(HTTPWriter.interim(HTTPResponse(status: 100)), context)
        }
        self.expect(.body(received), within: self.limits.bodyTime, context)
        if received.hasBody { self.watchPace(context) }
    }

    private func watchPace(_ context: ChannelHandlerContext) {
        let time = TimeAmount(limit: self.limits.paceTime)
        let server = NIOLoopBound(self, eventLoop: context.eventLoop)
        let channel = context.channel
        self.pace = BodyPace()
        self.paceCheck = context.eventLoop.scheduleRepeatedTask(initialDelay: time, delay: time) {
            _ in
            let handler = server.value
            let isKept = handler.pace.isKept(received: handler.parser.received)
            if !isKept { channel.close(promise: nil) }
        }
    }

    private func answer(
        _ received: HTTPRequestParser.Received, _ body: [UInt8], _ context: ChannelHandlerContext
    ) {
        let request = HTTPRequest(
            method: received.line.method, origin: HTTPOrigin(host: "", port: 0),
            target: received.line.target, headers: received.head.headers, body: body)
        if WebSocketAcceptance.isUpgrade(received) {
            if let refusal = WebSocketAcceptance.refusal(received) {
                self.respond(refusal, received, closes: true, context)
            } else {
                self.askForUpgrade(request, received, context)
            }
            return
        }
        let (handler, peer) = (self.handler, self.peer)
        self.run(context) {
            await handler.respond(to: request, from: peer)
        } then: { server, response, context in
            server.respond(response, received, closes: !received.keepsAlive, context)
        }
    }

    private func askForUpgrade(
        _ request: HTTPRequest, _ received: HTTPRequestParser.Received,
        _ context: ChannelHandlerContext
    ) {
        let (handler, peer) = (self.handler, self.peer)
        self.run(context) {
            await handler.upgrade(request, from: peer)
        } then: { server, decision, context in
            switch decision {
            case .accept(let subprotocol):
                server.open(request, received.head, subprotocol, context)
            case .refuse(let response):
                server.respond(response, received, closes: true, context)
            }
        }
    }

    private func run<Answer: Sendable>(
        _ context: ChannelHandlerContext, work: @escaping @Sendable () async -> Answer,
        then: @escaping @Sendable (HTTPServerHandler, Answer, ChannelHandlerContext) -> Void
    ) {
        let loop = context.eventLoop
        let server = NIOLoopBound(self, eventLoop: loop)
        let bound = NIOLoopBound(context, eventLoop: loop)
        self.cancelWork = self.connections.run {
            let answer = await work()
            loop.execute {
                guard case .answering = server.value.state else { return }
                then(server.value, answer, bound.value)
            }
        }
    }

    private func respond(
        _ response: HTTPResponse, _ received: HTTPRequestParser.Received, closes: Bool,
        _ context: ChannelHandlerContext
    ) {
        let isHead = received.line.method == "HEAD"
        let bytes = HTTPWriter.response(response, hasBody: !isHead, closes: closes)
        if closes {
            self.write(bytes, context)
            self.end(context)
            return
        }
        // A client that sends requests without reading must not make the server keep its responses:
        // the next request waits until this response has been sent.
        self.expect(.answering, within: self.limits.bodyTime, context)
        let server = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenSuccess { server.value.answered(bound.value) }
        self.write(bytes, context, promise: written)
    }

    private func answered(_ context: ChannelHandlerContext) {
        guard case .answering = self.state else { return }
        self.expect(.head, within: self.limits.headTime, context)
        try? context.channel.syncOptions?.setOption(.autoRead, value: true)
        self.readRequests(context)
        self.countBytes(context)
    }

    private func refuse(_ error: HTTPSyntaxError, _ context: ChannelHandlerContext) {
        let status =
            switch error {
            case .malformed, .unsafe, .tls, .foreign: 400
            case .headTooLong: 431
            case .bodyTooLong: 413
            case .unsupported: 501
            case .unsupportedVersion: 505
            }
        let response = HTTPResponse(status: status, body: Array((error.text + "\n").utf8))
        self.write(HTTPWriter.response(response, hasBody: true, closes: true), context)
        self.end(context)
    }

    private func open(
        _ request: HTTPRequest, _ head: HTTPHead, _ subprotocol: String?,
        _ context: ChannelHandlerContext
    ) {
        let accepted = WebSocketAcceptance.response(to: head, subprotocol: subprotocol)
        self.write(accepted.bytes, context)
        self.expect(.ended, within: nil, context)
        let (channel, limits) = (context.channel, self.limits.webSocket)
        let mailbox = WebSocketMailbox(limits: limits)
        let connection = NIOWebSocketConnection(
            channel: channel, mailbox: mailbox,
            details: ConnectionDetails(
                remoteAddress: self.peer, tlsVersion: context.tlsVersion,
                subprotocol: accepted.subprotocol))
        let webSocket = WebSocketHandler(role: .server, limits: limits, mailbox: mailbox)
        do {
            try context.pipeline.syncOperations.addHandler(
                webSocket, position: .after(context.handler))
        } catch {
            context.close(promise: nil)
            return
        }
        _ = self.connections.keep(self.number, bytes: 0)
        try? channel.syncOptions?.setOption(
            .recvAllocator, value: AdaptiveRecvByteBufferAllocator())
        // Before the first frames, of which there may be so many that reading is paused again.
        try? channel.syncOptions?.setOption(.autoRead, value: true)
        let first = self.parser.takeRest()
        if !first.isEmpty {
            context.fireChannelRead(self.wrapInboundOut(channel.allocator.buffer(bytes: first)))
            context.fireChannelReadComplete()
        }
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        self.serve(connection, request)
    }

    private func serve(_ connection: NIOWebSocketConnection, _ request: HTTPRequest) {
        let handler = self.handler
        _ = self.connections.run {
            await handler.serve(connection, request: request)
            await connection.close(
                code: WebSocketCloseCode.normal, reason: "", timeLimit: .seconds(1))
        }
    }

    private func expect(
        _ state: State, within time: Duration?, _ context: ChannelHandlerContext
    ) {
        self.state = state
        switch state {
        case .head: self.connections.startedWaiting(self.number)
        case .body: self.connections.madeProgress(self.number)
        case .answering, .ended: self.connections.becameBusy(self.number)
        }
        self.paceCheck?.cancel()
        self.limit?.cancel()
        guard let time else { return }
        let channel = context.channel
        self.limit = context.eventLoop.scheduleTask(in: TimeAmount(limit: time)) {
            channel.close(promise: nil)
        }
    }

    private func end(_ context: ChannelHandlerContext) {
        self.expect(.ended, within: nil, context)
        self.parser = HTTPRequestParser(bodyLimit: self.limits.bodyBytes)
        _ = self.connections.keep(self.number, bytes: 0)
        context.closeLingering()
    }

    private func write(
        _ bytes: [UInt8], _ context: ChannelHandlerContext, promise: EventLoopPromise<Void>? = nil
    ) {
        context.writeAndFlush(
            self.wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: promise)
    }
}
