import NIOCore

/// Sends one request and reads its response, then ends the connection.
final class HTTPExchangeHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let request: [UInt8]
    private let attempt: Attempt<HTTPResponse>
    private var parser: HTTPResponseParser
    private var isOver = false

    init(_ request: [UInt8], parser: HTTPResponseParser, attempt: Attempt<HTTPResponse>) {
        self.request = request
        self.parser = parser
        self.attempt = attempt
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let buffer = context.channel.allocator.buffer(bytes: self.request)
        context.writeAndFlush(self.wrapOutboundOut(buffer), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !self.isOver else { return }
        self.unwrapInboundIn(data).withUnsafeReadableBytes { self.parser.append($0) }
        do throws(HTTPSyntaxError) {
            if let response = try self.goOn() { self.finish(.success(response), context) }
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

    private func goOn() throws(HTTPSyntaxError) -> HTTPResponse? {
        while true {
            switch try self.parser.next() {
            case .needsMore:
                return nil
            case .whole(let response):
                return response
            case .head(let line, _):
                guard line.status != 101 else {
                    throw .malformed("the server switches protocols without being asked")
                }
                self.attempt.phase = "reading the body of the response"
            }
        }
    }

    private func peerIsGone(_ context: ChannelHandlerContext) {
        guard !self.isOver else { return }
        do throws(HTTPSyntaxError) {
            let response = try self.parser.end()
            self.finish(.success(response), context)
        } catch {
            self.finish(.failure(error.transportError), context)
        }
    }

    private func finish(
        _ result: Result<HTTPResponse, TransportError>, _ context: ChannelHandlerContext
    ) {
        guard !self.isOver else { return }
        self.isOver = true
        self.attempt.finish(result)
        context.close(promise: nil)
    }
}
