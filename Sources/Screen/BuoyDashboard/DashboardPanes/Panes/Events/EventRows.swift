import BuoyTextScreen
import ChannelsProtocol

struct EventRows: HeldRows, Hashable, Sendable {
    private(set) var ring: EventRing
    private(set) var view = EventView()
    private(set) var groups = RowGroups()
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

    mutating func append(_ event: ClientReport) {
        self.ring.append(event)
        if case .received = event.kind { return }
        // The rows of several servers are interleaved.
        guard self.origins == nil else { return }
        self.view.fold(self.groups.note(event, self.ring.next - 1))
        self.view.dropFolded(before: self.ring.first)
        self.groups.drop(before: self.ring.first)
    }

    mutating func shrink(to bytes: Int) { self.ring.shrink(to: bytes) }

    private mutating func removeGroups() {
        self.groups = RowGroups()
        self.view.unfoldAll()
    }

    mutating func removeAll() {
        self.ring.removeAll()
        self.removeGroups()
        self.position = .following
    }

    mutating func replace(_ ring: EventRing) {
        self.ring = ring
        self.removeGroups()
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

    // MARK: Groups

    /// The group that a row stands for; `nil` if all rows are shown.
    func group(at sequence: Int) -> RowGroup? {
        self.view.foldsRows ? self.groups[head: sequence] : nil
    }

    /// - Returns: whether the selected row stands for a group.
    mutating func toggleGroup(height: Int) -> Bool {
        guard self.view.foldsRows, let selected = self.selectedSequence,
            let group = self.groups.toggle(head: selected)
        else { return false }
        if group.isUnfolded { self.view.unfold(group.rows) } else { self.view.fold(group.rows) }
        self.select(group.head, height: height)
        return true
    }

    mutating func setShowsFolded(_ areShown: Bool) { self.view.setShowsFolded(areShown) }

    // MARK: Events

    var selectedEvent: ClientReport? { self.selectedSequence.flatMap { self.ring[$0] } }

    func event(at index: Int) -> ClientReport? {
        self.sequence(at: index).flatMap { self.ring[$0] }
    }
}
