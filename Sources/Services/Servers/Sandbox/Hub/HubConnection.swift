import ChannelsProtocol

/// The hub's state of one connection.
struct HubConnection: Sendable {
    let socketID: SocketID
    /// When it was opened, as time since the start of the sandbox.
    let opened: Duration
    /// The channels it is subscribed to.
    var subscriptions: [ChannelName: HubSubscription] = [:]
    var clientEvents: RateWindow
    /// When it last sent anything, as time since the start of the sandbox.
    var lastHeard: Duration
    /// When it was pinged, if it has sent nothing since.
    var pinged: Duration?
    /// The user who signed in.
    var user: HubUser?
    /// Whether it has presented an authorization by the app's server.
    var isAuthorized = false

    /// Whether the time to present an authorization is over.
    func hasOutstayed(_ limit: Duration?, at now: Duration) -> Bool {
        guard let limit, !self.isAuthorized else { return false }
        return now - self.opened >= limit
    }

    init(socketID: SocketID, clientEventsPerSecond limit: Int, at now: Duration) {
        self.socketID = socketID
        self.opened = now
        self.clientEvents = RateWindow(limit: limit)
        self.lastHeard = now
    }
}

/// A connection's subscription to a channel.
struct HubSubscription: Hashable, Sendable {
    /// The user, on a presence channel.
    var userID: UserID?
    /// The number of events on the channel when it was subscribed; `nil` if it was not known.
    var publicationsBefore: Int?
    /// The number of events since then that this connection was not to receive: its own.
    var withheld = 0
    /// Whether the first event was the cached one.
    var beganWithCached = false
}
