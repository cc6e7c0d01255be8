package import ChannelsProtocol
package import OrderedCollections

/// What came on a channel since it was first seen.
package struct EventCounts: Hashable, Sendable {
    /// How often each name came; the first names that were seen.
    package private(set) var byName: OrderedDictionary<EventName, Int> = [:]
    /// How many events had other names.
    package private(set) var others = 0
    /// Bytes of the messages they came in.
    package private(set) var bytes = 0
    /// When the newest came.
    package private(set) var last: Timestamp?

    /// Names that are counted one by one: whoever publishes may make up as many as he likes.
    private static let nameLimit = 50

    /// Nothing was counted yet.
    package init() {}

    /// Counts an event.
    package mutating func record(_ event: ChannelEvent, at time: Timestamp) {
        self.bytes &+= event.data.retainedBytes
        self.last = time
        if let index = self.byName.index(forKey: event.name) {
            self.byName.values[index] &+= 1
        } else if self.byName.count < Self.nameLimit, event.name.mayBeRemembered {
            self.byName[event.name] = 1
        } else {
            self.others &+= 1
        }
    }
}

extension EventName {
    /// Whether it may be kept when its event is gone. The protocol has a limit for names, but a server
    /// may send one of megabytes.
    package var mayBeRemembered: Bool { self.text.utf8.count <= 4 * Self.lengthLimit }
}
