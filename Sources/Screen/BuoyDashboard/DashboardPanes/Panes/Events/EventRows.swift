import BuoyTextScreen
import ChannelsProtocol

struct EventRows: HeldRows, Hashable, Sendable {
    private(set) var ring: EventRing
    private(set) var view = EventView()
    var origins: EventOrigins?
    var position = RowPosition.following

    init(limit: Int, byteLimit: Int) {
        self.ring = EventRing(limit: limit, byteLimit: byteLimit)
    }

    // MARK: Numbers

    var count: Int { self.view.count(in: self.ring) }

    var next: Int { self.ring.next }

    func sequence(at index: Int) -> Int? { self.view.sequence(at: index, in: self.ring) }

    func index(atOrAfter sequence: Int) -> Int {
        self.view.index(atOrAfter: sequence, in: self.ring)
    }

    // MARK: Contents

    mutating func append(_ event: ClientReport) { self.ring.append(event) }

    mutating func shrink(to bytes: Int) { self.ring.shrink(to: bytes) }

    mutating func removeAll() {
        self.ring.removeAll()
        self.position = .following
    }

    mutating func replace(_ ring: EventRing) {
        self.ring = ring
        self.view.startAgain(ring)
        self.position = .following
    }

    mutating func setFilter(_ filter: EventFilter?) {
        self.view.setFilter(filter, of: self.ring)
    }

    mutating func setSystemRows(_ areShown: Bool) {
        self.view.setSystemRows(areShown, of: self.ring)
    }

    var hasMoreToScan: Bool { self.view.remaining(in: self.ring) > 0 }

    mutating func scan(budget: inout ScanBudget) {
        self.view.scan(self.ring, self.origins, budget: &budget)
    }

    // MARK: Events

    var selectedEvent: ClientReport? { self.selectedSequence.flatMap { self.ring[$0] } }

    func event(at index: Int) -> ClientReport? {
        self.sequence(at: index).flatMap { self.ring[$0] }
    }
}
