import ChannelsProtocol

struct HubConnection: Sendable {
    let socketID: SocketID
    let opened: Duration
    var subscriptions: [ChannelName: HubSubscription] = [:]
    var clientEvents: RateWindow
    var lastHeard: Duration
    /// When it was pinged, if it has sent nothing since.
    var pinged: Duration?
    var user: HubUser?
    var isAuthorized = false

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

struct HubSubscription: Hashable, Sendable {
    var userID: UserID?
    /// The number of events on the channel when it was subscribed; `nil` if it was not known.
    var publicationsBefore: Int?
    /// The number of events since then that this connection was not to receive: its own.
    var withheld = 0
    var beganWithCached = false
}

/// Counts occurrences within one second, up to a limit.
package struct RateWindow: Hashable, Sendable {
    private let limit: Int
    private var times: [Duration] = []

    package init(limit: Int) { self.limit = limit }

    package enum Count: Hashable, Sendable {
        case within
        case exceeded
    }

    /// Records another one, which counts only if it is within the limit.
    package mutating func counted(at now: Duration) -> Count {
        self.times.removeAll { now - $0 >= .seconds(1) }
        guard self.times.count < self.limit else { return .exceeded }
        self.times.append(now)
        return .within
    }
}
