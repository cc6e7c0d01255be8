import ChannelsProtocol

/// The visible rows of the ring: all, or those that match a filter. Matches are found in slices,
/// newest first, so that the first ones appear at once and no key waits for a long log.
struct EventView: Hashable, Sendable {
    private(set) var filter: EventFilter?
    /// Rows other than events of channels.
    private(set) var showsSystemRows = true
    private var matches = SequenceList()
    private var older = -1
    private var newer = 0
    /// Rows that another row stands for, unless there is a filter or a search, which finds them.
    private var folded = SequenceList()
    private var showsFolded = false

    mutating func setFilter(_ filter: EventFilter?, of ring: EventRing) {
        self.filter = filter.flatMap { $0.isEmpty ? nil : $0 }
        self.startAgain(ring)
    }

    mutating func setSystemRows(_ areShown: Bool, of ring: EventRing) {
        guard areShown != self.showsSystemRows else { return }
        self.showsSystemRows = areShown
        self.startAgain(ring)
    }

    mutating func startAgain(_ ring: EventRing) {
        self.matches.removeAll()
        self.older = ring.next - 1
        self.newer = ring.next
    }

    /// The same view, with folded rows shown.
    var unfolded: EventView {
        var view = self
        view.showsFolded = true
        return view
    }

    /// - Parameter rows: in order.
    mutating func fold(_ rows: [Int]) {
        for row in rows where !self.folded.contains(row) { self.folded.toggle(row) }
    }

    mutating func unfold(_ rows: [Int]) { self.folded.remove(Set(rows)) }

    mutating func unfoldAll() { self.folded.removeAll() }

    var foldsRows: Bool { self.isWhole && !self.showsFolded }

    mutating func setShowsFolded(_ areShown: Bool) { self.showsFolded = areShown }

    mutating func dropFolded(before first: Int) { self.folded.drop(before: first) }

    /// Whether all rows can be seen, or folded into one that can.
    var isWhole: Bool { self.filter == nil && self.showsSystemRows }

    func shows(_ event: ClientReport, _ origins: EventOrigins?) -> Bool {
        guard self.showsSystemRows || !event.isSystemRow else { return false }
        return self.filter?.matches(event, server: origins?.server(of: event.number)?.name) != false
    }

    func remaining(in ring: EventRing) -> Int {
        guard !self.isWhole else { return 0 }
        let behind = max(self.older - ring.first + 1, 0)
        return behind + max(ring.next - max(self.newer, ring.first), 0)
    }

    func scanned(in ring: EventRing) -> Range<Int> {
        guard !self.isWhole else { return ring.first..<ring.next }
        let start = max(self.older + 1, ring.first)
        return start..<max(self.newer, start)
    }

    mutating func scan(
        _ ring: EventRing, _ origins: EventOrigins? = nil, budget: inout ScanBudget
    ) {
        guard !self.isWhole else { return }
        // Whether a row belongs to a channel is known without examining its contents.
        let weight = self.filter?.weight ?? 0
        self.matches.drop(before: ring.first)
        self.newer = max(self.newer, ring.first)
        while self.newer < ring.next, let event = ring[self.newer],
            budget.spend(on: event, weight: weight)
        {
            if self.shows(event, origins) { self.matches.append(self.newer) }
            self.newer += 1
        }
        while self.older >= ring.first, let event = ring[self.older],
            budget.spend(on: event, weight: weight)
        {
            if self.shows(event, origins) { self.matches.prepend(self.older) }
            self.older -= 1
        }
    }

    func count(in ring: EventRing) -> Int {
        self.isWhole
            ? ring.count - self.hidden(before: ring.next, in: ring)
            : self.matches.count(from: ring.first)
    }

    private func hidden(before sequence: Int, in ring: EventRing) -> Int {
        self.showsFolded ? 0 : self.folded.index(atOrAfter: sequence, from: ring.first)
    }

    func isFolded(_ sequence: Int) -> Bool {
        self.foldsRows && self.folded.contains(sequence)
    }

    func sequence(at index: Int, in ring: EventRing) -> Int? {
        guard self.isWhole else { return self.matches.number(at: index, from: ring.first) }
        guard index >= 0, index < self.count(in: ring) else { return nil }
        // The first row with as many rows before it.
        var (low, high) = (ring.first + index, ring.first + index)
        high += self.hidden(before: ring.next, in: ring)
        while low < high {
            let middle = (low + high) / 2
            let shown = middle + 1 - ring.first - self.hidden(before: middle + 1, in: ring)
            if shown <= index { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The number of rows if there is none.
    func index(atOrAfter sequence: Int, in ring: EventRing) -> Int {
        guard self.isWhole else {
            return self.matches.index(atOrAfter: sequence, from: ring.first)
        }
        let sequence = min(max(sequence, ring.first), ring.next)
        return sequence - ring.first - self.hidden(before: sequence, in: ring)
    }

    /// `false` until the row has been scanned.
    func contains(_ sequence: Int, in ring: EventRing) -> Bool {
        guard sequence >= ring.first, sequence < ring.next else { return false }
        return self.isWhole ? !self.isFolded(sequence) : self.matches.contains(sequence)
    }
}

extension ClientReport {
    /// Neither an event of a channel nor a gap in such events.
    var isSystemRow: Bool {
        switch self.kind {
        case .received, .triggered, .decryptionFailed, .gap, .suspended, .skipped: false
        default: true
        }
    }
}
