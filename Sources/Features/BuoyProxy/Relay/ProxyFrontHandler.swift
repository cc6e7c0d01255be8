import BuoyScripts
import BuoyServers
import BuoySessions
import ChannelsProtocol
import ChannelsTransport
import NIOCore

/// Reads the request of a client, connects to the server, and leaves both to a `LinkRelay`.
///
/// ```
///  head ──▶ waiting (a fault: not answered) ──▶ dialing ──▶ relaying
///    │           └──────────┬────────────────────┘ └ not reached: reset, as the network would
///    └ no HTTP              └ a fault: refused, a status, a close code
/// ```
final class ProxyFrontHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private struct Request {
        var head: HTTPHead
        var line: HTTPRequestLine
        var link: ProxyLink?
        let start: NIODeadline
    }

    private static let headTime = TimeAmount.seconds(10)

    private let hub: ProxyHub
    private let upstream: Dialer.Target
    private let peer: String
    private let seat: ProxySeat
    private var parser = HTTPHeadParser()
    private var input = HTTPInput()
    private var request: Request?
    private var limit: Scheduled<Void>?
    private var dialing: Task<Void, Never>?
    private var isOver = false
    private var isEnded = false
    private var isRelayed = false
    private var isHeld = false
    private var isInputClosed = false

    init(_ hub: ProxyHub, to upstream: Dialer.Target, peer: String, _ seat: ProxySeat) {
        self.hub = hub
        self.upstream = upstream
        self.peer = peer
        self.seat = seat
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        self.limit = context.eventLoop.scheduleTask(in: Self.headTime) {
            channel.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { self.limit?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !self.isOver else { return }
        self.unwrapInboundIn(data).withUnsafeReadableBytes { self.input.append($0) }
        guard self.request == nil else { return }
        if self.input.first == Self.tlsRecord { return self.refuseTLS(context) }
        do throws(HTTPSyntaxError) {
            guard let head = try self.parser.parse(&self.input) else { return }
            try self.begin(head, context)
        } catch {
            let text = "This is buoy's proxy for WebSocket connections: \(error.text).\n"
            self.answer(HTTPResponse(status: 400, body: Array(text.utf8)), context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let event = event as? ChannelEvent, event == .inputClosed else {
            return context.fireUserInboundEventTriggered(event)
        }
        self.isInputClosed = true
        // A request that is not complete never will be, and nobody waits for a WebSocket any more:
        // without an answer, clients that give up would be kept as long as a fault lasts.
        if self.request == nil || self.request?.link != nil { context.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.dialing?.cancel()
        let isHeld = self.isHeld || self.request?.link?.isSilenced == true
        self.end(isHeld ? .unanswered : .clientLost(isReset: false))
        if !self.isRelayed, let link = self.request?.link { self.hub.closed(link) }
        self.isOver = true
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let failed = FailedHandshake(of: self.peer, error as? TransportError) {
            self.hub.note(failed)
        }
        context.close(promise: nil)
    }

    // MARK: The request

    private func begin(_ head: HTTPHead, _ context: ChannelHandlerContext) throws(HTTPSyntaxError) {
        let line = try HTTPRequestLine(head.startLine)
        self.limit?.cancel()
        self.seat.becameBusy()
        // The server judges a page's origin, but would not see its host.
        do throws(RouteRefusal) { try self.hub.gate.host(of: head.headers) } catch {
            let host = head.headers.first("Host") ?? ""
            self.hub.note(RefusedHost(peer: self.peer, host: host))
            return self.answer(error.response, context)
        }
        var request = Request(head: head, line: line, start: context.eventLoop.now)
        if head.tokens("Upgrade").contains("websocket") {
            request.link = self.hub.opened(
                ProxiedRequest(target: line.target, peer: self.peer), on: context.eventLoop)
        }
        self.request = request
        self.proceed(request, context)
    }

    private func proceed(_ request: Request, _ context: ChannelHandlerContext) {
        guard !self.isOver else { return }
        guard let link = request.link, let fault = self.hub.attemptFault(of: link.client) else {
            // A server does not wait for a request that is held back for long.
            if let link = request.link, link.faulty.condition.stopsSending {
                return self.waitForEnd(of: link, request, context)
            }
            return self.dial(request, context)
        }
        switch fault {
        case .status(let status):
            self.end(.refused(status: status, isFault: true))
            let text = DeliberateFault.words + "\n"
            self.answer(HTTPResponse(status: status, body: Array(text.utf8)), context)
        case .reject(let code):
            // Reported first, because the client may connect again before the next line.
            self.end(.closedByServer(code, reason: DeliberateFault.words, isFault: true))
            self.refuse(request, code, DeliberateFault.words, message: nil, context)
        case .stall(let stage):
            self.isHeld = true
            if stage == .hello { self.accept(request, link, context) }
        case .unreachable:
            self.isHeld = true
            self.repeatLater(request, context)
        default:
            self.end(.fault("it was refused"))
            self.isOver = true
            context.channel.closeWithReset()
        }
    }

    /// Opens the WebSocket, and leaves it at that.
    private func accept(_ request: Request, _ link: ProxyLink, _ context: ChannelHandlerContext) {
        self.hub.report([.upgraded], of: link)
        let bytes = Self.acceptance(of: request)
        context.writeAndFlush(
            self.wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: nil)
    }

    private func waitForEnd(
        of link: ProxyLink, _ request: Request, _ context: ChannelHandlerContext
    ) {
        self.isHeld = true
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        link.whenFaultsChange {
            handler.value.isHeld = false
            handler.value.proceed(request, bound.value)
        }
    }

    /// The client's TCP has connected. What follows continues when TCP would have sent its first
    /// packet again, and fails when TCP would have given up.
    private func repeatLater(_ request: Request, _ context: ChannelHandlerContext) {
        let waited = Duration.nanoseconds((context.eventLoop.now - request.start).nanoseconds)
        let next = Fault.connectRepeats.first { $0 > waited } ?? Fault.connectLimit
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let wait = TimeAmount.nanoseconds((next - waited).clampedNanoseconds)
        self.limit = context.eventLoop.scheduleTask(in: max(wait, .zero)) {
            handler.value.isHeld = false
            guard next < Fault.connectLimit else { return handler.value.giveUp(bound.value) }
            handler.value.proceed(request, bound.value)
        }
    }

    private func giveUp(_ context: ChannelHandlerContext) {
        self.end(.unanswered)
        self.isOver = true
        context.channel.closeWithReset()
    }

    // MARK: Connecting

    private func dial(_ request: Request, _ context: ChannelHandlerContext) {
        guard let head = Self.upstreamHead(request, host: self.hub.options.upstream.hostHeader)
        else {
            let text = "The request contains a character that cannot be forwarded.\n"
            self.end(.unreadable(text))
            return self.answer(HTTPResponse(status: 400, body: Array(text.utf8)), context)
        }
        try? context.channel.syncOptions?.setOption(.autoRead, value: false)
        let attempt = Attempt<Void>()
        let loop = context.eventLoop
        let handler = NIOLoopBound(self, eventLoop: loop)
        let bound = NIOLoopBound(context, eventLoop: loop)
        Dialer(
            group: loop, link: request.link?.faulty, usePromised: self.seat.usePromised(by:)
        )
        .dial(self.upstream, for: attempt, progress: { _ in }) { channel in
            try handler.value.join(channel, head, bound.value)
            attempt.finish(.success(()))
        }
        self.dialing = Task {
            do throws(TransportError) { try await attempt.wait() } catch {
                loop.execute { handler.value.failed(error, bound.value) }
            }
        }
    }

    private func join(
        _ channel: any Channel, _ head: [UInt8], _ context: ChannelHandlerContext
    ) throws {
        guard !self.isOver else { throw TransportError.cancelled }
        let relay = LinkRelay(self.hub, self.request?.link, self.seat)
        if let request = self.request, request.link == nil {
            relay.authorization = AuthorizationObserver(request.head, request.line, at: .now())
        }
        let (client, server) = (
            RelaySide(relay, isServer: false), RelaySide(relay, isServer: true)
        )
        for channel in [channel, context.channel] {
            try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: true)
            try channel.syncOptions?.setOption(
                .writeBufferWaterMark, value: .init(low: 64 << 10, high: 256 << 10))
        }
        try channel.pipeline.syncOperations.addHandler(server)
        try context.pipeline.syncOperations.addHandler(client, position: .after(context.handler))
        self.isRelayed = true
        self.isOver = true
        relay.begin(client: client, server: server)
        server.write(channel.allocator.buffer(bytes: head), isFaulty: true)
        let rest = self.input.take(upTo: self.input.count)
        if !rest.isEmpty { relay.pass(channel.allocator.buffer(bytes: rest), from: client) }
        server.flush()
        if self.isInputClosed { client.closedInput() }
        try context.channel.syncOptions?.setOption(.autoRead, value: true)
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    private func failed(_ error: TransportError, _ context: ChannelHandlerContext) {
        guard !self.isOver, let request = self.request else { return }
        let answer = self.hub.options.whenUnreachable
        self.end(LinkEnd(unreached: error, told: answer))
        switch answer {
        case .reset:
            self.isOver = true
            context.channel.closeWithReset()
        case .close(let code) where request.link != nil:
            self.refuse(request, code, "", message: "The server cannot be reached", context)
        // Only a WebSocket has close codes.
        case .close: self.answerUnreached(502, error, context)
        case .status(let status): self.answerUnreached(status, error, context)
        }
    }

    private func answerUnreached(
        _ status: Int, _ error: TransportError, _ context: ChannelHandlerContext
    ) {
        let text = "buoy's proxy cannot reach the server. \(error.description)\n"
        self.answer(HTTPResponse(status: status, body: Array(text.utf8)), context)
    }

    // MARK: TLS without a certificate

    /// The first byte of a TLS handshake, with which no request starts.
    private static let tlsRecord: UInt8 = 0x16

    /// The client tries TLS on a port without it, as pusher-js does two seconds after it has tried
    /// without. It gets what most servers answer.
    private func refuseTLS(_ context: ChannelHandlerContext) {
        self.hub.triedTLS(from: self.peer)
        guard !self.hub.refusesAll else {
            self.isOver = true
            return context.channel.closeWithReset()
        }
        let text = "This port of buoy's proxy does not use TLS.\n"
        self.answer(HTTPResponse(status: 400, body: Array(text.utf8)), context)
    }

    // MARK: Answers

    /// The request as the server gets it: with its own host, without extensions, which would make
    /// the frames unreadable, and for anything but a WebSocket without keep-alive, because each
    /// request is passed on by itself.
    private static func upstreamHead(_ request: Request, host: String) -> [UInt8]? {
        var headers: [HTTPHeader] = []
        let left: Set<String> =
            request.link == nil
            ? ["connection", "keep-alive"] : ["sec-websocket-extensions"]
        for header in request.head.headers {
            switch header.name.lowercased() {
            case "host": headers.append(HTTPHeader(header.name, host))
            case let name where left.contains(name): break
            default: headers.append(header)
            }
        }
        if request.link == nil { headers.append(HTTPHeader("Connection", "close")) }
        return HTTPWriter.request(
            method: request.line.method, target: request.line.target, headers: headers)
    }

    private static func acceptance(of request: Request) -> [UInt8] {
        let offered = request.head.headers.first("Sec-WebSocket-Protocol")
        return WebSocketAcceptance.response(
            to: request.head, subprotocol: offered.map { String($0.prefix { $0 != "," }) }
        ).bytes
    }

    private func refuse(
        _ request: Request, _ code: CloseCode, _ reason: String, message: String?,
        _ context: ChannelHandlerContext
    ) {
        var bytes = Self.acceptance(of: request)
        let encoder = WebSocketEncoder(role: .server)
        if let message {
            let error = ServerError(code: Int(code.rawValue), message: message)
            encoder.append(.text, FrameCodec.encode(.error(error)), to: &bytes)
        }
        encoder.append(
            .close,
            WebSocketCloseCode.payload(code: code.rawValue, reason: message ?? reason), to: &bytes)
        self.send(bytes, context)
    }

    private func answer(_ response: HTTPResponse, _ context: ChannelHandlerContext) {
        self.send(HTTPWriter.response(response, hasBody: true, closes: true), context)
    }

    private func send(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        self.isOver = true
        self.limit?.cancel()
        context.writeAndFlush(
            self.wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: nil)
        context.closeLingering()
    }

    private func end(_ end: LinkEnd) {
        guard !self.isEnded, !self.isRelayed, let link = self.request?.link else { return }
        self.isEnded = true
        self.hub.report([.ended(end)], of: link)
        self.hub.left(link)
    }
}
