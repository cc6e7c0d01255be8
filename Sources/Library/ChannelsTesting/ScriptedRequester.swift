package import ChannelsTransport

package final class ScriptedRequester: HTTPRequester {
    let requests = Mailbox<ScriptedRequest>()

    package init() {}

    package func send(
        _ request: HTTPRequest, timeLimit: Duration, bodyLimit: Int
    ) async throws(TransportError) -> HTTPResponse {
        let answer = Mailbox<Result<HTTPResponse, TransportError>>()
        self.requests.put(ScriptedRequest(request, answer))
        guard let result = await answer.take() else { throw .cancelled }
        return try result.get()
    }

    package func nextRequest() async -> ScriptedRequest? { await self.requests.take() }
}

/// A client's request to an authorization endpoint, for a test to answer.
public struct ScriptedRequest: Sendable {
    package let request: HTTPRequest
    private let answer: Mailbox<Result<HTTPResponse, TransportError>>

    init(_ request: HTTPRequest, _ answer: Mailbox<Result<HTTPResponse, TransportError>>) {
        self.request = request
        self.answer = answer
    }

    /// `GET` or `POST`.
    public var method: String { self.request.method }

    /// The URL, including the query.
    public var url: String {
        let origin = self.request.origin
        let scheme = origin.tls == nil ? "http" : "https"
        return "\(scheme)://\(origin.host):\(origin.port)\(self.request.target)"
    }

    /// The body as text, such as a form with `socket_id` and `channel_name`.
    public var body: String { String(decoding: self.request.body, as: UTF8.self) }

    /// Returns the value of the first header with this name, which is case-insensitive.
    public func header(_ name: String) -> String? { self.request.header(name) }

    /// Answers with a status and a body, such as `{"auth":"app-key:00"}`. The client checks
    /// that the key is its app key and that the signature has hexadecimal digits, but not that
    /// it is correct.
    public func respond(status: Int = 200, body: String) { self.respond(status, body) }

    /// Fails the request without a response, as if there were no network. The client retries it
    /// after a delay on the clock.
    ///
    /// - Parameter cause: the system's error message, such as `connection refused`.
    public func fail(cause: String) {
        let origin = self.request.origin
        self.fail(
            TransportError.connectFailed(address: "\(origin.host):\(origin.port)", cause: cause))
    }

    package func respond(_ status: Int, _ body: String, headers: [HTTPHeader] = []) {
        self.respond(status, bytes: Array(body.utf8), headers: headers)
    }

    package func respond(_ status: Int, bytes body: [UInt8], headers: [HTTPHeader] = []) {
        self.answer.put(.success(HTTPResponse(status: status, headers: headers, body: body)))
    }

    package func fail(_ error: TransportError) { self.answer.put(.failure(error)) }
}
