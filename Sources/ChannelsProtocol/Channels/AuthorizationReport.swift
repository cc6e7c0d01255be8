/// The outcome of an authorization: one report for each request, granted or not.
public struct AuthorizationReport: Hashable, Sendable {
    package var subject: Subject
    /// From the request to the answer, including retries.
    package var duration: Duration
    /// The number of requests; 1 if the client signed it itself.
    package var attempts: Int
    /// The HTTP status of the last answer; `nil` if there was none.
    package var status: Int?
    package var isGranted: Bool

    package init(
        subject: Subject, duration: Duration, attempts: Int, status: Int?, isGranted: Bool
    ) {
        self.subject = subject
        self.duration = duration
        self.attempts = attempts
        self.status = status
        self.isGranted = isGranted
    }

    package enum Subject: Hashable, Sendable {
        /// A subscription.
        case channel(ChannelName)
        /// A new key for an encrypted channel.
        case newKey(ChannelName)
        /// A sign-in.
        case user
    }
}
