/// Where a subscription stands.
public enum SubscriptionState: Hashable, Sendable {
    /// Wanted, and waiting for a connection.
    case requested
    /// Waiting for the authorization.
    case authorizing
    /// Sent to the server, and waiting for its answer.
    case subscribing
    /// The server confirmed it.
    case subscribed
    /// Refused; it is tried again with the next connection, or when asked.
    case failed(SubscriptionFailure)
    /// The user gave it up; the channel is gone from the list.
    case unsubscribed
}

/// Why a subscription failed.
public struct SubscriptionFailure: Error, Hashable, Sendable {
    public var phase: Phase
    /// HTTP status of the authorization endpoint, or the status the server sent; `nil` when there
    /// was none.
    public var status: Int?
    /// A sentence that says what happened and what to do; parts of it may come from a peer.
    public var text: String

    public init(phase: Phase, status: Int? = nil, text: String) {
        self.phase = phase
        self.status = status
        self.text = text
    }

    public enum Phase: Hashable, Sendable {
        /// No signature could be had.
        case authorization
        /// The server refused the subscription.
        case subscription
    }
}
