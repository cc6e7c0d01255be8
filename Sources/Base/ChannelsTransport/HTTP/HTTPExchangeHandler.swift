import ChannelsBasics
import NIOCore

/// Sends requests, one after the other. Ends the connection after the first response, or, if it
/// is kept, after an idle time.
final class HTTPExchangeHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    struct Exchange {
        let request: [UInt8]
        var parser: HTTPResponseParser
        let attempt: Attempt<HTTPResponse>
    }

    private let first: Exchange?
    private let idleLimit: Duration?
    private var exchange: Exchange?
    private var context: ChannelHandlerContext?
    private var idleTimer: Scheduled<Void>?
    private var isOver = false

    init(_ first: Exchange) {
        self.first = first
        self.idleLimit = nil
    }

    init(idleLimit: Duration) {
        self.first = nil
        self.idleLimit = idleLimit
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if let first { self.begin(first) } else { self.waitForRequest(context, self.idleLimit) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        self.idleTimer?.cancel()
    }

    /// Sends nothing if the server has ended the connection.
    func begin(_ exchange: Exchange) {
        self.idleTimer?.cancel()
        guard let context, !self.isOver, self.exchange == nil, context.isEstablished else {
            exchange.attempt.finish(.failure(.closed("the server closed the idle connection")))
            return
        }
        guard exchange.attempt.beginSending() else { return }
        self.exchange = exchange
        let buffer = context.channel.allocator.buffer(bytes: exchange.request)
        context.writeAndFlush(self.wrapOutboundOut(buffer), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !self.isOver else { return }
        guard self.exchange != nil else {
            // A response that was not requested: the server says why it ends the connection.
            self.end(context)
            return
        }
        self.unwrapInboundIn(data).withUnsafeReadableBytes { self.exchange?.parser.append($0) }
        do throws(HTTPSyntaxError) {
            if let response = try self.readResponse() { self.finish(.success(response), context) }
        } catch {
            self.finish(.failure(error.transportError), context)
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
        self.finish(.failure(TransportError(any: error)), context)
    }

    private func readResponse() throws(HTTPSyntaxError) -> HTTPResponse? {
        while true {
            switch try self.exchange?.parser.next() {
            case .needsMore, nil:
                return nil
            case .whole(let response):
                return response
            case .head(let line, _):
                guard line.status != 101 else {
                    throw .malformed("the server switched protocols without being asked")
                }
                self.exchange?.attempt.phase = "reading the response body"
            }
        }
    }

    private func peerIsGone(_ context: ChannelHandlerContext) {
        guard var parser = self.exchange?.parser else {
            self.end(context)
            return
        }
        do throws(HTTPSyntaxError) {
            let response = try parser.end()
            self.finish(.success(response), context)
        } catch {
            self.finish(.failure(error.transportError), context)
        }
    }

    private func finish(
        _ result: Result<HTTPResponse, TransportError>, _ context: ChannelHandlerContext
    ) {
        guard let exchange = self.exchange else {
            self.end(context)
            return
        }
        self.exchange = nil
        if case .success(let response) = result, let idleLimit,
            exchange.parser.allowsAnotherRequest
        {
            self.waitForRequest(context, min(idleLimit, response.idleTime ?? idleLimit))
        } else {
            self.end(context)
        }
        exchange.attempt.finish(result)
    }

    private func waitForRequest(_ context: ChannelHandlerContext, _ limit: Duration?) {
        guard let limit else { return }
        let handler = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        self.idleTimer = context.eventLoop.scheduleTask(in: TimeAmount(limit: limit)) {
            let (handler, context) = handler.value
            handler.end(context)
        }
    }

    private func end(_ context: ChannelHandlerContext) {
        guard !self.isOver else { return }
        self.isOver = true
        self.idleTimer?.cancel()
        context.close(promise: nil)
    }
}

extension ChannelHandlerContext {
    /// Whether neither side has ended the connection, even if the end has not been read yet.
    fileprivate var isEstablished: Bool {
        self.channel.isActive && self.channel.tcpFacts?.isEstablished ?? true
    }
}

extension HTTPResponse {
    fileprivate var idleTime: Duration? {
        let fields = self.header("Keep-Alive")?.split { $0 == "," || $0 == " " } ?? []
        let timeout = fields.first { $0.lowercased().hasPrefix("timeout=") }
        return timeout.flatMap { HTTPText.decimal($0.dropFirst(8)) }
            .map { .seconds(max(0, min($0, 3600) - 1)) }
    }
}
