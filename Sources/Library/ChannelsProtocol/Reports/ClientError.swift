package import ChannelsBasics

/// Any client error in a uniform shape: the phase, the code and a sentence.
///
/// ```swift
/// for await error in client.errors {
///     switch (error.phase, error.code) {
///     case (.connection, let code?): print("closed with \(code)")
///     case (.subscription, _): print("not subscribed: \(error)")
///     default: print("\(error)")
///     }
///     if let advice = error.advice { print(advice) }
///     if let retry = error.retry { print("next attempt in \(retry.delay)") }
/// }
/// ```
/// For details of how a connection or an attempt ended, import `ChannelsDiagnostics` and use
/// `ConnectionEnd(of: error)`.
public struct ClientError: Error, Hashable, Sendable {
    /// The client's activity when the error occurred, to tell a connection problem from a
    /// channel's.
    public var phase: Phase
    /// The close code, or the code of a `pusher:error` (protocol 7, "Error Codes"); `nil` if
    /// there wasn't one.
    public var code: Int?
    /// The HTTP status of the upgrade or of an authorization endpoint, or the status of a refused
    /// subscription; `nil` if there wasn't one.
    public var status: Int?
    /// A sentence that says what happened and, if something can be done, what to do. Parts of it
    /// may come from a peer, with secrets replaced by dots.
    public var text: String
    /// What to do about it, as whole sentences, which `text` ends with; `nil` if the client
    /// recovers by itself, or if nothing in particular is known.
    public var advice: String?
    /// The affected channel, if any.
    public var channel: ChannelName?
    /// The start of the frame that caused the error, with secrets replaced by dots; untrusted
    /// text.
    public var frame: String?
    package var end: ConnectionEnd?
    /// Whether the client has failed: it will not try again until `connect()` is called or, if the
    /// policy gave up, until the network comes back.
    public var isPermanent: Bool
    /// The next attempt and its delay, for errors from `client.errors`; `nil` if none is scheduled.
    public var retry: ScheduledRetry?
    /// The failure that this one sums up.
    package var origin = FailureOrigin()

    /// Creates an error for testing code that handles errors.
    /// - Parameters:
    ///   - phase: the client's activity at the time.
    ///   - code: the close code, or the code of a `pusher:error`.
    ///   - status: the HTTP status.
    ///   - text: a sentence.
    ///   - advice: what to do.
    ///   - channel: the channel concerned.
    ///   - frame: the start of the frame concerned.
    ///   - isPermanent: whether the client has failed.
    ///   - retry: the next attempt.
    public init(
        phase: Phase, code: Int? = nil, status: Int? = nil, text: String, advice: String? = nil,
        channel: ChannelName? = nil, frame: String? = nil, isPermanent: Bool = false,
        retry: ScheduledRetry? = nil
    ) {
        self.phase = phase
        self.code = code
        self.status = status
        self.text = text
        self.advice = advice
        self.channel = channel
        self.frame = frame
        self.isPermanent = isPermanent
        self.retry = retry
    }

    /// The client's activity when something went wrong.
    @nonexhaustive
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// An attempt to connect, up to `pusher:connection_established`.
        case connecting
        /// An established connection that ended or does not answer pings, or sending on it.
        case connection
        /// Obtaining a channel's signature or key from the auth method.
        case authorization
        /// The server's answer to a subscription: a refusal, or none within the limit.
        case subscription
        /// The sign-in of a user, including its authentication.
        case signIn
        /// Sending client events.
        case clientEvent
        /// Decrypting the events of encrypted channels.
        case decryption
        /// Reading the server's messages: one was malformed or unexpected.
        case message
        /// An error that the server reports with `pusher:error`, outside the other phases.
        case server
    }
}

extension ClientError: ReportedFailure {
    /// What failed, as the start of a sentence. Parts of it may come from a peer.
    public var what: String {
        if let failure = self.summedUp { return failure.what }
        return self.end.map { $0.failure?.what ?? $0.account } ?? self.text
    }

    /// Why, in the peer's own words or a few of the client's; empty if `what` says it.
    public var cause: String { self.summedUp?.cause ?? self.end?.failure?.cause ?? "" }

    /// Whether the same operation may succeed later, with nothing changed: the client is still
    /// retrying, it gave up after a failure that was not a refusal, or the failure that this error
    /// sums up is temporary.
    public var isTemporary: Bool {
        if let end = self.end { return !self.isPermanent || !end.isRefusal }
        return self.summedUp?.isTemporary ?? false
    }

    /// The ``SubscriptionFailure``, ``SignInFailure`` or failure of `ChannelsDiagnostics` that this
    /// error sums up; `nil` if there isn't one.
    public var underlyingError: (any Error)? { self.origin.error ?? self.end?.failure }

    private var summedUp: (any ReportedFailure)? { self.origin.error as? any ReportedFailure }

    /// The phase, any channel, code and status, and the sentence.
    public var description: String {
        let facts = [
            self.phase.rawValue, self.channel?.text, self.code.map { "code \($0)" },
            self.status.map { "status \($0)" },
        ]
        return "\(facts.compactMap(\.self).joined(separator: ", ")): \(self.text)"
    }
}

extension ConnectionEnd {
    /// Reads from an error how a connection or an attempt ended; `nil` if the error ended neither.
    public init?(of error: ClientError) {
        guard let end = error.end else { return nil }
        self = end
    }
}
