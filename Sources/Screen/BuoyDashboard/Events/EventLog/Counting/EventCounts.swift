import ChannelsProtocol
import OrderedCollections

struct EventCounts: Hashable, Sendable {
    /// Only for the first names.
    private(set) var byName: OrderedDictionary<EventName, Int> = [:]
    private(set) var others = 0
    private(set) var bytes = 0
    private(set) var last: ChannelsTimestamp?

    /// Names that are counted separately: publishers may invent any number of them.
    private static let nameLimit = 50

    mutating func record(_ event: ChannelsEvent, at time: ChannelsTimestamp) {
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
    /// After its event is gone. The protocol limits names, but a server may send one of megabytes.
    var mayBeRemembered: Bool { self.text.utf8.count <= 4 * Self.lengthLimit }
}
