import ChannelsProtocol

/// Which rows of the ring are shown: all of them, or those that match a filter. Matches are found in
/// slices, newest first, so that the first of them are there at once and no key ever waits for a
/// long log.
package struct EventView: Hashable, Sendable {
    /// The filter; `nil` when none is set.
    package private(set) var filter: EventFilter?
    /// Whether rows are shown that are not events of a channel.
    package private(set) var showsSystemRows = true
    /// The sequence numbers that match.
    private var matches = SequenceList()
    /// The next to look at towards the oldest, and towards the newest.
    private var older = -1
    private var newer = 0

    /// Every row is shown.
    package init() {}

    /// Shows what a filter lets through, from now on; everything without one.
    package mutating func setFilter(_ filter: EventFilter?, of ring: EventRing) {
        self.filter = filter.flatMap { $0.isEmpty ? nil : $0 }
        self.startAgain(ring)
    }

    /// Shows or hides the rows that are not events of a channel, whatever the filter says.
    package mutating func setSystemRows(_ areShown: Bool, of ring: EventRing) {
        guard areShown != self.showsSystemRows else { return }
        self.showsSystemRows = areShown
        self.startAgain(ring)
    }

    /// Looks at a ring whose rows were exchanged.
    package mutating func startAgain(_ ring: EventRing) {
        self.matches.removeAll()
        self.older = ring.next - 1
        self.newer = ring.next
    }

    /// Whether every row of the ring is shown.
    package var isWhole: Bool { self.filter == nil && self.showsSystemRows }

    private func shows(_ event: ClientEvent) -> Bool {
        (self.showsSystemRows || !event.isSystemRow) && self.filter?.matches(event) != false
    }

    // MARK: Looking

    /// How many rows were not looked at yet.
    package func remaining(in ring: EventRing) -> Int {
        guard !self.isWhole else { return 0 }
        let behind = max(self.older - ring.first + 1, 0)
        return behind + max(ring.next - max(self.newer, ring.first), 0)
    }

    /// The sequence numbers that were looked at.
    package func scanned(in ring: EventRing) -> Range<Int> {
        guard !self.isWhole else { return ring.first..<ring.next }
        let start = max(self.older + 1, ring.first)
        return start..<max(self.newer, start)
    }

    /// Looks at a slice of what was not looked at yet.
    package mutating func scan(_ ring: EventRing, budget: inout ScanBudget) {
        guard !self.isWhole else { return }
        // Whether a row belongs to a channel is known without a look into it.
        let weight = self.filter?.weight ?? 0
        self.matches.drop(before: ring.first)
        self.newer = max(self.newer, ring.first)
        while self.newer < ring.next, let event = ring[self.newer],
            budget.spend(on: event, weight: weight)
        {
            if self.shows(event) { self.matches.append(self.newer) }
            self.newer += 1
        }
        while self.older >= ring.first, let event = ring[self.older],
            budget.spend(on: event, weight: weight)
        {
            if self.shows(event) { self.matches.prepend(self.older) }
            self.older -= 1
        }
    }

    // MARK: Rows

    /// How many rows there are.
    package func count(in ring: EventRing) -> Int {
        self.isWhole ? ring.count : self.matches.count(from: ring.first)
    }

    /// The sequence number of a row; `nil` when there is no such row.
    package func sequence(at index: Int, in ring: EventRing) -> Int? {
        guard self.isWhole else { return self.matches.number(at: index, from: ring.first) }
        return index >= 0 && index < ring.count ? ring.first + index : nil
    }

    /// The first row at or after a sequence number; the number of rows when there is none.
    package func index(atOrAfter sequence: Int, in ring: EventRing) -> Int {
        guard self.isWhole else {
            return self.matches.index(atOrAfter: sequence, from: ring.first)
        }
        return min(max(sequence - ring.first, 0), ring.count)
    }

    /// Whether the row of a sequence number is shown; not, as long as it was not looked at.
    package func contains(_ sequence: Int, in ring: EventRing) -> Bool {
        guard sequence >= ring.first, sequence < ring.next else { return false }
        return self.isWhole || self.matches.contains(sequence)
    }
}

extension ClientEvent {
    /// Whether it is no event of a channel, nor says that such events may be missing.
    fileprivate var isSystemRow: Bool {
        switch self.kind {
        case .received, .triggered, .decryptionFailed, .gap, .suspended, .skipped: false
        default: true
        }
    }
}
