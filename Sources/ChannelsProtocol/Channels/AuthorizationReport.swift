/// How an authorization went: one report for each request, granted or not.
public struct AuthorizationReport: Hashable, Sendable {
    package var subject: Subject
    /// From the wish to the answer, further attempts included.
    package var duration: Duration
    /// Requests that were made; 1 when it was signed here.
    package var attempts: Int
    /// HTTP status of the last answer; `nil` when there was none.
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
