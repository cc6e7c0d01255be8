/// The outcome of an authorization: one report for each request, granted or not.
public struct AuthorizationReport: Hashable, Sendable {
    /// The subject of the authorization.
    public var subject: Subject
    /// The time from the request to the answer, including retries.
    public var duration: Duration
    /// The number of requests; 1 if the client created the signature itself.
    public var attempts: Int
    /// The HTTP status of the last answer; `nil` if there wasn't one.
    public var status: Int?
    /// Whether the authorization was granted.
    public var isGranted: Bool
    /// The connection that the signature is for; `nil` if unknown.
    public var socketID: SocketID?
    /// The text that was signed, or that the endpoint was asked to sign; `nil` if it is not known.
    package var stringToSign: String?
    /// Each request to an endpoint, in order; empty if there wasn't one.
    package var requests: [Request] = []
    /// The token, cookie or key that the last request carried; `nil` if it carried none.
    package var credentials: SecretMark?
    /// The signature that was granted.
    package var signature: SecretMark?
    /// Set if something was used again that had been refused.
    package var repetition: TokenRepetition?

    /// Creates a report for tests.
    /// - Parameters:
    ///   - subject: the subject of the authorization.
    ///   - duration: from the request to the answer, including retries.
    ///   - attempts: the number of requests.
    ///   - status: the HTTP status of the last answer.
    ///   - isGranted: whether it was granted.
    public init(
        subject: Subject, duration: Duration, attempts: Int, status: Int?, isGranted: Bool
    ) {
        self.subject = subject
        self.duration = duration
        self.attempts = attempts
        self.status = status
        self.isGranted = isGranted
    }

    /// The subject of an authorization.
    public enum Subject: Hashable, Sendable {
        /// A subscription.
        case channel(ChannelName)
        /// A new key for an encrypted channel.
        case newKey(ChannelName)
        /// A sign-in.
        case user
    }

    /// One request to an endpoint.
    package struct Request: Hashable, Sendable {
        /// The HTTP status; `nil` if there was no answer.
        package let status: Int?
        package let duration: Duration

        package init(status: Int?, duration: Duration) {
            self.status = status
            self.duration = duration
        }
    }
}

/// Something that was refused and is used again.
package enum TokenRepetition: Hashable, Sendable {
    /// The endpoint had refused these credentials for the same channel, with this HTTP status.
    case credentials(status: Int)
    /// The server had refused this signature for the same channel. A signature is for one
    /// connection, so if it was refused on another one, the endpoint does not sign every request.
    case signature(isOfOtherConnection: Bool)
}
