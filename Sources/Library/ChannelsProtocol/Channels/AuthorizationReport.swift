/// The outcome of an authorization, granted or not, for a log or a metric: one report for
/// each signature or key that the client needed, including its retries.
public struct AuthorizationReport: Hashable, Sendable {
    /// What was to be authorized: a subscription, a new key or a sign-in.
    public var subject: Subject
    /// The time from the request to the response, including retries.
    public var duration: Duration
    /// The number of requests; 1 if the client created the signature itself.
    public var attempts: Int
    /// The HTTP status of the last response; `nil` if there wasn't one.
    public var status: Int?
    /// Whether a usable authorization was obtained. The server may still refuse it.
    public var isGranted: Bool
    /// The connection that the signature is for; `nil` if unknown.
    public var socketID: SocketID?
    /// Signed, or sent to the endpoint to sign; `nil` if unknown.
    package var stringToSign: String?
    package var requests: [Request] = []
    package var credentials: SecretMark?
    package var signature: SecretMark?
    package var repetition: TokenRepetition?

    /// Creates a report for tests.
    /// - Parameters:
    ///   - subject: the subject of the authorization.
    ///   - duration: from the request to the response, including retries.
    ///   - attempts: the number of requests.
    ///   - status: the HTTP status of the last response.
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

    /// What was to be authorized.
    ///
    /// Closed: no case will be added.
    public enum Subject: Hashable, Sendable {
        /// A subscription to this channel.
        case channel(ChannelName)
        /// A new key for this encrypted channel, because an event could not be decrypted.
        case newKey(ChannelName)
        /// A sign-in.
        case user
    }

    package struct Request: Hashable, Sendable {
        package let status: Int?
        package let duration: Duration

        package init(status: Int?, duration: Duration) {
            self.status = status
            self.duration = duration
        }
    }
}

package enum TokenRepetition: Hashable, Sendable {
    case credentials(status: Int)
    /// Refused by the server for the same channel. A signature is for one connection, so after a
    /// refusal on another one, the endpoint does not sign every request.
    case signature(isOfOtherConnection: Bool)
}
