import ChannelsProtocol

/// One attempt to subscribe to a channel on one connection, from the request for an authorization
/// to the end of the subscription.
struct SubscriptionTrace: Hashable, Sendable {
    /// How a subscription, or the attempt, ended.
    enum Ending: String, Hashable, Sendable {
        case connectionLost = "connection_lost"
        case unsubscribed
        /// It started again on the same connection.
        case repeated
    }

    /// The requests that carried the same token, cookie or key.
    struct Token: Hashable, Sendable {
        /// When it was first sent.
        let firstUse: Timestamp
        /// How many authorizations it was sent for, including this one.
        let uses: Int
    }

    /// Its number in the ledger.
    let number: Int
    let channel: ChannelName
    /// The connection; `nil` if it is not known.
    let socketID: SocketID?
    /// When it started: an authorization was requested or waited for its turn, or the subscription
    /// was sent.
    let begun: Timestamp

    /// The answer to the authorization; `nil` before it, and on channels that need none.
    var authorization: AuthorizationReport?
    /// When the authorization was answered.
    var answered: Timestamp?
    /// The age of the token that the authorization was requested with; `nil` without one.
    var token: Token?
    /// When the subscription was sent to the server.
    var sent: Timestamp?
    /// When the server confirmed it.
    var confirmed: Timestamp?
    /// Why it was refused, by the endpoint or by the server.
    var failure: SubscriptionFailure?
    /// When it was refused.
    var refused: Timestamp?
    /// When it was reported that the answer was overdue; `nil` if it was not.
    var overdue: Timestamp?
    /// When and how it ended; `nil` while it continues.
    var end: Timestamp?
    var ending: Ending?

    init(number: Int, channel: ChannelName, socketID: SocketID?, begun: Timestamp) {
        self.number = number
        self.channel = channel
        self.socketID = socketID
        self.begun = begun
    }

    /// Whether the server or the endpoint has said yes or no.
    var isSettled: Bool { self.confirmed != nil || self.failure != nil }

    /// Whether an answer is overdue, and may still come.
    var isStuck: Bool { self.overdue != nil && !self.isSettled && self.end == nil }

    /// Whether the channel is subscribed now.
    var isSubscribed: Bool { self.confirmed != nil && self.end == nil }

    /// How long it took to be settled, or how long it has been waiting.
    func duration(at now: Timestamp) -> Duration {
        let over = self.confirmed ?? self.refused ?? self.end ?? now
        return max(over.duration(since: self.begun), .zero)
    }

    /// When the authorization was requested: after waiting for its turn.
    var requested: Timestamp? {
        guard let authorization = self.authorization, let answered = self.answered else {
            return nil
        }
        return max(answered.advanced(by: .zero - authorization.duration), self.begun)
    }
}

/// A connection, and the subscriptions that were made on it.
struct ConnectionSubscriptions: Hashable, Sendable {
    /// Its number in the ledger.
    let number: Int
    let socketID: SocketID
    let established: Timestamp
    /// When it was lost; `nil` while it exists.
    var end: Timestamp?
    /// The numbers of its subscriptions in the ledger, in the order in which they started.
    var subscriptions: [Int] = []

    init(number: Int, socketID: SocketID, established: Timestamp) {
        self.number = number
        self.socketID = socketID
        self.established = established
    }
}
