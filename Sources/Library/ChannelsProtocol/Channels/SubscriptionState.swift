package import ChannelsBasics

/// The state of a subscription: from `requested` through `authorizing`, unless the channel
/// is public, and `subscribing` to `subscribed` or `failed`. It starts again with each
/// connection.
///
/// Closed: no case will be added.
public enum SubscriptionState: Hashable, Sendable {
    /// Requested, and waiting for a connection.
    case requested
    /// Waiting for the authorization.
    case authorizing
    /// Sent to the server, and waiting for its answer.
    case subscribing
    /// The server confirmed it, so events arrive.
    case subscribed
    /// Refused, for this reason. It is retried with the next connection, by `resubscribe()`, or
    /// by another call to `subscribe`.
    indirect case failed(SubscriptionFailure)
    /// Unsubscribed before the server answered. The message is sent once it has.
    case unsubscribing
    /// Unsubscribed; the channel is no longer listed.
    case unsubscribed
}

/// Why a subscription failed: no signature could be obtained, or the server refused it.
public struct SubscriptionFailure: AnsweredFailure {
    /// The step that failed.
    package var phase: Phase
    /// The authorization endpoint's HTTP status, or the status in the server's error; `nil` if
    /// there wasn't one.
    public var status: Int?
    package var parts: FailureParts
    /// The code of the `pusher:error` that refused the subscription; `nil` if there wasn't one.
    public var code: Int?
    /// The start of the authorization endpoint's response; `nil` if there wasn't one, or if it may
    /// contain a secret.
    package var body: String?
    /// The string that was signed, or that the endpoint was asked to sign (Pusher's
    /// "Authentication signatures"), to compare with the string in the server's error; `nil` if
    /// it is not known.
    package var stringToSign: String?
    package var comparison: SignatureComparison?
    /// The number of authorization requests.
    package var attempts: Int
    /// The start of the frame that refused the subscription, with secrets replaced by dots;
    /// untrusted text.
    package var frame: String?

    /// Creates a failure for tests.
    /// - Parameters:
    ///   - status: the HTTP status of the authorization endpoint.
    ///   - what: what failed, as a sentence without its full stop.
    ///   - cause: why.
    ///   - advice: what to do, as whole sentences.
    ///   - code: the code of the `pusher:error`.
    public init(
        status: Int? = nil, what: String, cause: String = "", advice: String = "", code: Int? = nil
    ) {
        self.init(
            phase: .subscription, status: status, what: what, cause: cause, advice: advice,
            code: code)
    }

    package init(
        phase: Phase, status: Int? = nil, what: String, cause: String = "", advice: String = "",
        code: Int? = nil
    ) {
        self.init(
            phase: phase, status: status, FailureParts(what, cause, advice: advice), code: code)
    }

    package init(
        phase: Phase, status: Int? = nil, _ parts: FailureParts, code: Int? = nil,
        body: String? = nil, stringToSign: String? = nil, comparison: SignatureComparison? = nil,
        attempts: Int = 1, frame: String? = nil
    ) {
        self.phase = phase
        self.status = status
        self.parts = parts
        self.code = code
        self.body = body
        self.stringToSign = stringToSign
        self.comparison = comparison
        self.attempts = attempts
        self.frame = frame
    }

    /// The step of a subscription that failed.
    package enum Phase: Hashable, Sendable {
        /// No signature could be obtained: the auth method refused or failed, or its result is
        /// unusable.
        case authorization
        /// The server refused the subscription, for example because of a wrong signature.
        case subscription
        /// The channel was not requested again after a reconnection. Only buoy's proxy, which
        /// watches other clients, reports this.
        case notRequested

        package var name: String {
            switch self {
            case .authorization: "authorization"
            case .subscription: "subscription"
            case .notRequested: "not requested"
            }
        }
    }
}
