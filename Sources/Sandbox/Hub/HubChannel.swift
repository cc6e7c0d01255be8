internal import ChannelsProtocol

/// What the hub knows of one channel. It exists while anybody is on it, or while its last event is
/// remembered.
struct HubChannel: Sendable {
    /// In the order in which they subscribed.
    var subscribers: [ConnectionID] = []
    var members = PresenceTable()
    /// The last event that was published, on a cache channel.
    var cached: CachedEvent?
    /// When the subscribers were last told how many they are.
    var countTold: Duration?
    /// Whether that number is another one by now.
    var countIsOld = false

    /// Whether anybody is on it.
    var isOccupied: Bool { !self.subscribers.isEmpty || self.members.count > 0 }

    /// Everybody but one connection.
    func subscribers(except connection: ConnectionID) -> [ConnectionID] {
        self.subscribers.filter { $0 != connection }
    }
}

/// The last event of a cache channel.
struct CachedEvent: Hashable, Sendable {
    var event: ChannelEvent
    /// When it is forgotten, since the start of the sandbox.
    var expiry: Duration
}
