internal import ChannelsProtocol

/// What the hub knows of one connection.
struct HubConnection: Sendable {
    let socketID: SocketID
    /// The channels it is subscribed to.
    var subscriptions: [ChannelName: HubSubscription] = [:]
    var clientEvents: RateWindow
    /// When it last said anything, since the start of the sandbox.
    var lastHeard: Duration
    /// When it was pinged, if it has said nothing since.
    var pinged: Duration?
}

/// One connection's subscription to one channel.
struct HubSubscription: Hashable, Sendable {
    /// Who it is on a presence channel.
    var userID: UserID?
}
