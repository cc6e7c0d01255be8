import ChannelsProtocol

struct SubscriptionTrace: Hashable, Sendable {
    enum Ending: String, Hashable, Sendable {
        case connectionLost = "connection_lost"
        case unsubscribed
        case repeated
    }

    struct Token: Hashable, Sendable {
        let firstUse: ChannelsTimestamp
        let uses: Int
    }

    let number: Int
    let channel: ChannelName
    let socketID: SocketID?
    let begun: ChannelsTimestamp

    /// Also `nil` on channels that need none.
    var authorization: AuthorizationReport?
    var answered: ChannelsTimestamp?
    var token: Token?
    var sent: ChannelsTimestamp?
    var confirmed: ChannelsTimestamp?
    var failure: SubscriptionFailure?
    var refused: ChannelsTimestamp?
    var overdue: ChannelsTimestamp?
    var end: ChannelsTimestamp?
    var ending: Ending?

    init(number: Int, channel: ChannelName, socketID: SocketID?, begun: ChannelsTimestamp) {
        self.number = number
        self.channel = channel
        self.socketID = socketID
        self.begun = begun
    }

    var isSettled: Bool { self.confirmed != nil || self.failure != nil }

    /// An answer is overdue, and may still come.
    var isStuck: Bool { self.overdue != nil && !self.isSettled && self.end == nil }

    var isSubscribed: Bool { self.confirmed != nil && self.end == nil }

    func duration(at now: ChannelsTimestamp) -> Duration {
        let over = self.confirmed ?? self.refused ?? self.end ?? now
        return max(over.duration(since: self.begun), .zero)
    }

    var requested: ChannelsTimestamp? {
        guard let authorization = self.authorization, let answered = self.answered else {
            return nil
        }
        return max(answered.advanced(by: .zero - authorization.duration), self.begun)
    }
}

struct ConnectionSubscriptions: Hashable, Sendable {
    let number: Int
    let socketID: SocketID
    let established: ChannelsTimestamp
    var end: ChannelsTimestamp?
    var subscriptions: [Int] = []

    init(number: Int, socketID: SocketID, established: ChannelsTimestamp) {
        self.number = number
        self.socketID = socketID
        self.established = established
    }
}
