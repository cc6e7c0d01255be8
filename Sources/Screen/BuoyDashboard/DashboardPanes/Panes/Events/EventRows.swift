import BuoyTextScreen
import ChannelsProtocol

/// Events in rows, the newest at the bottom: the filtered rows, and the visible part of them,
/// following or paused.
struct EventRows: HeldRows, Hashable, Sendable {
    /// All kept events, whatever the filter.
    private(set) var ring: EventRing
    private(set) var view = EventView()
    /// Where the rows came from, in a log of several servers.
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

    /// Drops the oldest events until the others take so many bytes.
    mutating func shrink(to bytes: Int) { self.ring.shrink(to: bytes) }

    mutating func removeAll() {
        self.ring.removeAll()
        self.position = .following
    }

    /// Replaces the rows; the filter scans them all again.
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

    /// Whether the filter has not scanned all rows.
    var hasMoreToScan: Bool { self.view.remaining(in: self.ring) > 0 }

    /// Lets the filter scan a slice of the rows.
    mutating func scan(budget: inout ScanBudget) {
        self.view.scan(self.ring, self.origins, budget: &budget)
    }

    // MARK: Events

    /// The selected event; the newest one while following.
    var selectedEvent: ClientReport? { self.selectedSequence.flatMap { self.ring[$0] } }

    func event(at index: Int) -> ClientReport? {
        self.sequence(at: index).flatMap { self.ring[$0] }
    }
}
