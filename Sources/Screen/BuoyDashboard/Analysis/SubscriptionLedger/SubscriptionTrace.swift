package import ChannelsProtocol

/// One attempt to subscribe to a channel on one connection, from the request for an authorization
/// to the end of the subscription.
package struct SubscriptionTrace: Hashable, Sendable {
    /// How a subscription, or the attempt, ended.
    package enum Ending: String, Hashable, Sendable {
        case connectionLost = "connection_lost"
        case unsubscribed
        /// It started again on the same connection.
        case repeated
    }

    /// The requests that carried the same token, cookie or key.
    package struct Token: Hashable, Sendable {
        /// When it was first sent.
        package let firstUse: Timestamp
        /// How many authorizations it was sent for, including this one.
        package let uses: Int
    }

    /// Its number in the ledger.
    package let number: Int
    package let channel: ChannelName
    /// The connection; `nil` if it is not known.
    package let socketID: SocketID?
    /// When it started: an authorization was requested or waited for its turn, or the subscription
    /// was sent.
    package let begun: Timestamp

    /// The answer to the authorization; `nil` before it, and on channels that need none.
    package internal(set) var authorization: AuthorizationReport?
    /// When the authorization was answered.
    package internal(set) var answered: Timestamp?
    /// The age of the token that the authorization was requested with; `nil` without one.
    package internal(set) var token: Token?
    /// When the subscription was sent to the server.
    package internal(set) var sent: Timestamp?
    /// When the server confirmed it.
    package internal(set) var confirmed: Timestamp?
    /// Why it was refused, by the endpoint or by the server.
    package internal(set) var failure: SubscriptionFailure?
    /// When it was refused.
    package internal(set) var refused: Timestamp?
    /// When it was reported that the answer was overdue; `nil` if it was not.
    package internal(set) var overdue: Timestamp?
    /// When and how it ended; `nil` while it continues.
    package internal(set) var end: Timestamp?
    package internal(set) var ending: Ending?

    init(number: Int, channel: ChannelName, socketID: SocketID?, begun: Timestamp) {
        self.number = number
        self.channel = channel
        self.socketID = socketID
        self.begun = begun
    }

    /// Whether the server or the endpoint has said yes or no.
    package var isSettled: Bool { self.confirmed != nil || self.failure != nil }

    /// Whether an answer is overdue, and may still come.
    package var isStuck: Bool { self.overdue != nil && !self.isSettled && self.end == nil }

    /// Whether the channel is subscribed now.
    package var isSubscribed: Bool { self.confirmed != nil && self.end == nil }

    /// How long it took to be settled, or how long it has been waiting.
    package func duration(at now: Timestamp) -> Duration {
        let over = self.confirmed ?? self.refused ?? self.end ?? now
        return max(over.duration(since: self.begun), .zero)
    }

    /// When the authorization was requested: after waiting for its turn.
    package var requested: Timestamp? {
        guard let authorization = self.authorization, let answered = self.answered else {
            return nil
        }
        return max(answered.advanced(by: .zero - authorization.duration), self.begun)
    }
}

/// A connection, and the subscriptions that were made on it.
package struct ConnectionSubscriptions: Hashable, Sendable {
    /// Its number in the ledger.
    package let number: Int
    package let socketID: SocketID
    package let established: Timestamp
    /// When it was lost; `nil` while it exists.
    package internal(set) var end: Timestamp?
    /// The numbers of its subscriptions in the ledger, in the order in which they started.
    package internal(set) var subscriptions: [Int] = []

    init(number: Int, socketID: SocketID, established: Timestamp) {
        self.number = number
        self.socketID = socketID
        self.established = established
    }
}
