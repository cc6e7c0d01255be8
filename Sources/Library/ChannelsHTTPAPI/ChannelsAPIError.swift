package import ChannelsBasics

/// The failure of an API call; a cancelled call throws `CancellationError` instead. `description`
/// says what happened, whether anything was published, and what to do.
public struct ChannelsAPIError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure, to react to. To decide whether to repeat the call, see ``effect``.
    public let kind: Kind
    /// The request's effect on the server: whether repeating it may publish twice.
    public let effect: Effect
    /// The HTTP status of the response; `nil` if there wasn't one.
    public let status: Int?
    /// The start of the response body, on one line and without signatures. It comes from the peer.
    public let body: String
    /// How long the server asks to wait before the next request (`Retry-After`); `nil` if it
    /// does not say.
    public let retryAfter: Duration?
    /// How far the server's clock is ahead of this machine's, if the server refused the request
    /// because of its timestamp.
    public let clockSkew: Duration?
    /// The signed string, if the server refused the signature.
    public let signedString: String?
    /// The string that the server expected to be signed, if quoted in its response.
    public let expectedString: String?
    /// What to do about it, as whole sentences; `nil` if nothing in particular is known.
    public let advice: String?
    /// What happened, whether anything was published and what to do, in sentences for a log.
    /// Parts may come from a peer, with secrets replaced by dots.
    public let description: String
    /// The same without the request's effect.
    package let parts: FailureParts

    /// The kinds of failures.
    @nonexhaustive
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// The request breaks a limit and was not sent.
        case invalidRequest
        /// 400: the server does not accept a parameter or the body; ``body`` usually says which.
        case badRequest
        /// 401: the key, the signature or the timestamp is wrong. Compare ``signedString`` with
        /// ``expectedString``, and see ``clockSkew``.
        case unauthorized
        /// 403: the application is disabled or over its quota.
        case forbidden
        /// 404: the app or path does not exist. Check the app id, the host and the cluster.
        case notFound
        /// 413: the data is too large for the server (10 kB on the hosted service's default plan).
        case tooLarge
        /// 429: too many requests. Wait for ``retryAfter``; if it is `nil`, try again later.
        case tooManyRequests
        /// 5xx: an error in the server, which may have acted on the request. Try again later.
        case serverError
        /// Another status, such as a redirect, which is not followed.
        case unexpectedStatus
        /// Not a response of the HTTP API: a proxy's page, or not HTTP at all. Check host and port.
        case unexpectedResponse
        /// The connection ended before the complete response had arrived.
        case cutResponse
        /// The time limit (``ChannelsAPIOptions/timeLimit``) passed.
        case timedOut
        /// No connection to the server: its name, TCP, TLS, or the proxy.
        case unreachable
    }

    /// The effect that a request may have had on the server. Use it to decide whether to repeat it.
    ///
    /// Closed: no case will be added.
    public enum Effect: Hashable, Sendable {
        /// No effect: the request was not sent, was refused, or only queried information. Repeating
        /// it cannot publish an event twice.
        case none
        /// The server may have acted on the request. Repeating it may publish the event twice.
        case unknown
        /// The server acted on the request, but its response is unusable. Do not repeat it.
        case done
    }

    /// - Parameter consequence: what became of the call, as a sentence after a space.
    init(
        _ kind: Kind, _ parts: FailureParts, _ consequence: String = "", effect: Effect = .none,
        status: Int? = nil,
        body: String = "", retryAfter: Duration? = nil, clockSkew: Duration? = nil,
        signedString: String? = nil, expectedString: String? = nil
    ) {
        self.kind = kind
        self.effect = effect
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
        self.clockSkew = clockSkew
        self.signedString = signedString
        self.expectedString = expectedString
        self.advice = parts.advice.isEmpty ? nil : parts.advice
        self.description = parts.sentence + consequence
        self.parts = parts
    }

    static func invalid(_ sentence: String) -> ChannelsAPIError {
        ChannelsAPIError(.invalidRequest, FailureParts(sentence))
    }

    /// Whether another attempt would fail in the same way, as with a refused upgrade.
    package var isRefusal: Bool {
        self.status.map { (300..<500).contains($0) && $0 != 429 } ?? false
    }

    var isRefusedBecauseOfTime: Bool { self.kind == .unauthorized && self.clockSkew != nil }
}
