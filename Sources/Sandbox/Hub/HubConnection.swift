internal import ChannelsProtocol

/// What the hub knows of one connection.
struct HubConnection: Sendable {
    let socketID: SocketID
    /// When it was opened, since the start of the sandbox.
    let opened: Duration
    /// The channels it is subscribed to.
    var subscriptions: [ChannelName: HubSubscription] = [:]
    var clientEvents: RateWindow
    /// When it last said anything, since the start of the sandbox.
    var lastHeard: Duration
    /// When it was pinged, if it has said nothing since.
    var pinged: Duration?
    /// Who signed in on it.
    var user: HubUser?
    /// Whether it has shown an authorization of the app's server.
    var isAuthorized = false

    /// Whether it has had that long to show an authorization, and has shown none.
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

/// One connection's subscription to one channel.
struct HubSubscription: Hashable, Sendable {
    /// Who it is on a presence channel.
    var userID: UserID?
}
