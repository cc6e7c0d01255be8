package import ChannelsProtocol
package import OrderedCollections

/// The events of a channel since it was first seen.
package struct EventCounts: Hashable, Sendable {
    /// How often each name occurred, for the first names.
    package private(set) var byName: OrderedDictionary<EventName, Int> = [:]
    /// The number of events with other names.
    package private(set) var others = 0
    /// The size of their messages, in bytes.
    package private(set) var bytes = 0
    /// When the latest arrived.
    package private(set) var last: Timestamp?

    /// The maximum number of names that are counted separately, because publishers may invent any
    /// number of them.
    private static let nameLimit = 50

    /// Creates empty counts.
    package init() {}

    package mutating func record(_ event: ChannelsEvent, at time: Timestamp) {
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
    /// Whether it may be kept after its event is gone. The protocol limits names, but a server may
    /// send one of megabytes.
    package var mayBeRemembered: Bool { self.text.utf8.count <= 4 * Self.lengthLimit }
}
