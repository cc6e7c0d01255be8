import ChannelsProtocol

/// The hub's state of one channel. It exists while anybody is subscribed, or while its last event
/// is kept.
struct HubChannel: Sendable {
    var subscribers: [ConnectionID] = []
    var members = PresenceTable()
    var cached: CachedEvent?
    /// When the subscribers last received their number.
    var countReported: Duration?
    /// Whether that number has changed since.
    var countIsOld = false

    var isOccupied: Bool { !self.subscribers.isEmpty || self.members.count > 0 }

    func subscribers(except connection: ConnectionID) -> [ConnectionID] {
        self.subscribers.filter { $0 != connection }
    }
}

struct CachedEvent: Hashable, Sendable {
    var event: ChannelsEvent
    var expiry: Duration
}
