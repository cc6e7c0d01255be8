import ChannelsProtocol
import OrderedCollections

/// The events of a channel since it was first seen.
struct EventCounts: Hashable, Sendable {
    /// How often each name occurred, for the first names.
    private(set) var byName: OrderedDictionary<EventName, Int> = [:]
    /// The number of events with other names.
    private(set) var others = 0
    /// The size of their messages, in bytes.
    private(set) var bytes = 0
    /// When the latest arrived.
    private(set) var last: Timestamp?

    /// The maximum number of names that are counted separately, because publishers may invent any
    /// number of them.
    private static let nameLimit = 50

    /// Creates empty counts.
    init() {}

    mutating func record(_ event: ChannelsEvent, at time: Timestamp) {
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
    var mayBeRemembered: Bool { self.text.utf8.count <= 4 * Self.lengthLimit }
}
