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

    /// Whether the time limit for an authorization has passed.
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

/// Counts occurrences within one second, up to a limit.
struct RateWindow: Hashable, Sendable {
    private let limit: Int
    /// The times of the last ones, oldest first; at most `limit`.
    private var times: [Duration] = []

    init(limit: Int) { self.limit = limit }

    enum Count: Hashable, Sendable {
        case within
        case exceeded
    }

    /// Records another one, which counts only if it is within the limit.
    mutating func counted(at now: Duration) -> Count {
        self.times.removeAll { now - $0 >= .seconds(1) }
        guard self.times.count < self.limit else { return .exceeded }
        self.times.append(now)
        return .within
    }
}
