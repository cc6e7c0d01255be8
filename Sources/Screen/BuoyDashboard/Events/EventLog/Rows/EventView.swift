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

    var isWhole: Bool { self.filter == nil && self.showsSystemRows }

    private func shows(_ event: ClientReport, _ origins: EventOrigins?) -> Bool {
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
        self.isWhole ? ring.count : self.matches.count(from: ring.first)
    }

    func sequence(at index: Int, in ring: EventRing) -> Int? {
        guard self.isWhole else { return self.matches.number(at: index, from: ring.first) }
        return index >= 0 && index < ring.count ? ring.first + index : nil
    }

    /// The number of rows if there is none.
    func index(atOrAfter sequence: Int, in ring: EventRing) -> Int {
        guard self.isWhole else {
            return self.matches.index(atOrAfter: sequence, from: ring.first)
        }
        return min(max(sequence - ring.first, 0), ring.count)
    }

    /// `false` until the row has been scanned.
    func contains(_ sequence: Int, in ring: EventRing) -> Bool {
        guard sequence >= ring.first, sequence < ring.next else { return false }
        return self.isWhole || self.matches.contains(sequence)
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
