package import NIOCore
import NIOPosix

package struct NIOHTTPRequester: HTTPRequester {
    static let userAgent = "buoy/0.1"

    private let dialer: Dialer

    package init(on group: (any EventLoopGroup)? = nil) {
        self.dialer = Dialer(group: group ?? MultiThreadedEventLoopGroup.singleton)
    }

    package func send(
        _ request: HTTPRequest, timeLimit: Duration, bodyLimit: Int
    ) async throws(TransportError) -> HTTPResponse {
        let bytes = try HTTPWriter.bytes(of: request, keepsConnection: false)
        let target = try Dialer.Target(request.origin)
        let attempt = Attempt<HTTPResponse>()
        let limit = self.dialer.group.any().scheduleTask(in: TimeAmount(limit: timeLimit)) {
            _ = attempt.finish(.failure(.timedOut(phase: attempt.phase)))
        }
        defer { limit.cancel() }
        let method = request.method
        self.dialer.dial(target, for: attempt, progress: { _ in }) { channel in
            let exchange = HTTPExchangeHandler.Exchange(
                request: bytes, parser: HTTPResponseParser(method: method, bodyLimit: bodyLimit),
                attempt: attempt)
            try channel.pipeline.syncOperations.addHandler(HTTPExchangeHandler(exchange))
        }
        return try await attempt.wait()
    }
}
