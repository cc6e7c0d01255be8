/// How an authorization went: one for each wish, granted or not.
public struct AuthorizationReport: Hashable, Sendable {
    public var subject: Subject
    /// From the wish to the answer, further attempts included.
    public var duration: Duration
    /// Requests that were made; 1 when it was signed here.
    public var attempts: Int
    /// HTTP status of the last answer; `nil` when there was none.
    public var status: Int?
    public var isGranted: Bool

    public init(
        subject: Subject, duration: Duration, attempts: Int, status: Int?, isGranted: Bool
    ) {
        self.subject = subject
        self.duration = duration
        self.attempts = attempts
        self.status = status
        self.isGranted = isGranted
    }

    public enum Subject: Hashable, Sendable {
        /// A subscription.
        case channel(ChannelName)
        /// A new key for an encrypted channel.
        case newKey(ChannelName)
        /// A sign-in.
        case user
    }
}
