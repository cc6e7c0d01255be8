import ChannelsProtocol

struct SubscriptionTrace: Hashable, Sendable {
    enum Ending: String, Hashable, Sendable {
        case connectionLost = "connection_lost"
        case unsubscribed
        case repeated
    }

    struct Token: Hashable, Sendable {
        let firstUse: Timestamp
        let uses: Int
    }

    let number: Int
    let channel: ChannelName
    let socketID: SocketID?
    let begun: Timestamp

    /// Also `nil` on channels that need none.
    var authorization: AuthorizationReport?
    var answered: Timestamp?
    var token: Token?
    var sent: Timestamp?
    var confirmed: Timestamp?
    var failure: SubscriptionFailure?
    var refused: Timestamp?
    var overdue: Timestamp?
    var end: Timestamp?
    var ending: Ending?

    init(number: Int, channel: ChannelName, socketID: SocketID?, begun: Timestamp) {
        self.number = number
        self.channel = channel
        self.socketID = socketID
        self.begun = begun
    }

    var isSettled: Bool { self.confirmed != nil || self.failure != nil }

    /// An answer is overdue, and may still come.
    var isStuck: Bool { self.overdue != nil && !self.isSettled && self.end == nil }

    var isSubscribed: Bool { self.confirmed != nil && self.end == nil }

    func duration(at now: Timestamp) -> Duration {
        let over = self.confirmed ?? self.refused ?? self.end ?? now
        return max(over.duration(since: self.begun), .zero)
    }

    var requested: Timestamp? {
        guard let authorization = self.authorization, let answered = self.answered else {
            return nil
        }
        return max(answered.advanced(by: .zero - authorization.duration), self.begun)
    }
}

struct ConnectionSubscriptions: Hashable, Sendable {
    let number: Int
    let socketID: SocketID
    let established: Timestamp
    var end: Timestamp?
    var subscriptions: [Int] = []

    init(number: Int, socketID: SocketID, established: Timestamp) {
        self.number = number
        self.socketID = socketID
        self.established = established
    }
}
