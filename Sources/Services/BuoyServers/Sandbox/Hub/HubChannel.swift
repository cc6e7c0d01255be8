import ChannelsProtocol

/// The hub's state of one channel. It exists while anybody is subscribed, or while its last event
/// is kept.
struct HubChannel: Sendable {
    /// The subscribers in the order of their subscriptions.
    var subscribers: [ConnectionID] = []
    var members = PresenceTable()
    /// The last event of a cache channel.
    var cached: CachedEvent?
    /// When the subscribers last received their number.
    var countReported: Duration?
    /// Whether that number has changed since.
    var countIsOld = false

    /// Whether anybody is subscribed.
    var isOccupied: Bool { !self.subscribers.isEmpty || self.members.count > 0 }

    func subscribers(except connection: ConnectionID) -> [ConnectionID] {
        self.subscribers.filter { $0 != connection }
    }
}

/// The last event of a cache channel.
struct CachedEvent: Hashable, Sendable {
    var event: ChannelsEvent
    /// When it expires, as time since the start of the sandbox.
    var expiry: Duration
}
