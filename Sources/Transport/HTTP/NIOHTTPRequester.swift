import NIOCore
import NIOPosix

/// Sends HTTP/1.1 requests with NIO, each over its own connection.
package struct NIOHTTPRequester: HTTPRequester {
    /// The user agent of HTTP and WebSocket requests.
    static let userAgent = "buoy/0.1"

    private let dialer: Dialer

    /// Creates a requester on the event loops of the process.
    package init() {
        self.dialer = Dialer(group: MultiThreadedEventLoopGroup.singleton)
    }

    package func send(
        _ request: HTTPRequest, timeLimit: Duration, bodyLimit: Int
    ) async throws(TransportError) -> HTTPResponse {
        let bytes = try Self.bytes(of: request)
        let origin = request.origin
        let target = try Dialer.Target(
            host: origin.host, port: origin.port, tls: origin.tls, proxy: origin.proxy)
        let attempt = Attempt<HTTPResponse>()
        let limit = self.dialer.group.any().scheduleTask(in: TimeAmount(limit: timeLimit)) {
            _ = attempt.finish(.failure(.timedOut(phase: attempt.phase)))
        }
        defer { limit.cancel() }
        let method = request.method
        self.dialer.dial(target, for: attempt, progress: { _ in }) { channel in
            attempt.phase = "waiting for the response"
            let handler = HTTPExchangeHandler(
                bytes, parser: HTTPResponseParser(method: method, bodyLimit: bodyLimit),
                attempt: attempt)
            try channel.pipeline.syncOperations.addHandler(handler)
        }
        return try await attempt.wait()
    }

    /// The bytes of a request: the headers of the caller, and those that every request needs.
    private static func bytes(of request: HTTPRequest) throws(TransportError) -> [UInt8] {
        let origin = request.origin
        let host = HTTPText.hostHeader(
            host: origin.host, port: origin.port, isSecure: origin.tls != nil)
        var headers = [HTTPHeader("Host", host), HTTPHeader("Connection", "close")]
        if !request.body.isEmpty || !["GET", "HEAD", "DELETE"].contains(request.method) {
            headers.append(HTTPHeader("Content-Length", "\(request.body.count)"))
        }
        if request.header("User-Agent") == nil {
            headers.append(HTTPHeader("User-Agent", Self.userAgent))
        }
        let own = Set(["host", "connection", "content-length", "transfer-encoding"])
        headers += request.headers.filter { !own.contains($0.name.lowercased()) }
        let head = HTTPWriter.request(
            method: request.method, target: request.target, headers: headers)
        guard let head else {
            throw .connectFailed(
                address: "\(origin.host):\(origin.port)",
                cause: "the path or a header contains a character that cannot be sent")
        }
        return head + request.body
    }
}
