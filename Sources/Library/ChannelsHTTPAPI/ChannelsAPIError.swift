/// The failure of an API call; a cancelled call throws `CancellationError` instead. `description`
/// says what happened, whether anything was published, and what to do.
public struct ChannelsAPIError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public let kind: Kind
    /// The request's effect on the server.
    public let effect: Effect
    /// The status of the response; `nil` if there wasn't one.
    public let status: Int?
    /// The start of the response body, on one line and without signatures. It comes from the peer.
    public let body: String
    /// The delay that the server requested.
    public let retryAfter: Duration?
    /// How far the server's clock is ahead of this machine's, if the server refused the request
    /// because of its timestamp.
    public let clockSkew: Duration?
    /// The text that was signed, if the server refused the signature.
    public let signedText: String?
    /// The text that the server expected to be signed, if quoted in its response.
    public let expectedText: String?
    /// A description in sentences, parts of which may come from a peer.
    public let description: String

    /// The kinds of failures.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// The request breaks a limit and was not sent.
        case invalidRequest
        /// 400: the server does not accept a parameter or the body.
        case badRequest
        /// 401: the key, the signature or the timestamp is wrong.
        case unauthorized
        /// 403: the application is disabled or over its quota.
        case forbidden
        /// 404: the application or path does not exist.
        case notFound
        /// 413: the data is too large.
        case tooLarge
        /// 429: too many requests.
        case tooManyRequests
        /// 5xx: an error in the server.
        case serverError
        /// Another status.
        case unexpectedStatus
        /// Not a response of the HTTP API: a proxy's page, or not HTTP at all.
        case unexpectedAnswer
        /// The connection ended before the complete response had arrived.
        case cutAnswer
        /// The time limit passed.
        case timedOut
        /// No connection to the server: its name, TCP, TLS, or the proxy.
        case unreachable
    }

    /// A request's effect on the server.
    public enum Effect: Hashable, Sendable {
        /// No effect: the request was not sent, was refused, or only queried information.
        case none
        /// The server may have acted on the request.
        case unknown
        /// The server acted on the request, but its response is unusable.
        case done
    }

    init(
        _ kind: Kind, _ description: String, effect: Effect = .none, status: Int? = nil,
        body: String = "", retryAfter: Duration? = nil, clockSkew: Duration? = nil,
        signedText: String? = nil, expectedText: String? = nil
    ) {
        self.kind = kind
        self.effect = effect
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
        self.clockSkew = clockSkew
        self.signedText = signedText
        self.expectedText = expectedText
        self.description = description
    }

    /// A request that breaks a limit.
    static func invalid(_ sentence: String) -> ChannelsAPIError {
        ChannelsAPIError(.invalidRequest, sentence)
    }

    /// Whether the request was refused only because of its time, so that it may be signed again.
    var isRefusedBecauseOfTime: Bool { self.kind == .unauthorized && self.clockSkew != nil }
}
