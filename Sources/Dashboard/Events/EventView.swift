import DequeModule

/// Which rows of the ring are shown: all of them, or those that match a filter. Matches are found in
/// slices, newest first, so that the first of them are there at once and no key ever waits for a
/// long log.
struct EventView: Hashable, Sendable {
    private(set) var filter: EventFilter?
    /// The sequence numbers that match, in order.
    private var matches: Deque<Int> = []
    /// The next to look at towards the oldest, and towards the newest.
    private var older = -1
    private var newer = 0

    /// Shows what a filter lets through, from now on; everything without one.
    mutating func setFilter(_ filter: EventFilter?, of ring: EventRing) {
        self.filter = filter.flatMap { $0.isEmpty ? nil : $0 }
        self.matches = []
        self.older = ring.next - 1
        self.newer = ring.next
    }

    /// How many rows were not looked at yet.
    func remaining(in ring: EventRing) -> Int {
        guard self.filter != nil else { return 0 }
        let behind = max(self.older - ring.first + 1, 0)
        return behind + max(ring.next - max(self.newer, ring.first), 0)
    }

    /// Looks at a slice of what was not looked at yet.
    mutating func scan(_ ring: EventRing, budget: inout ScanBudget) {
        guard let filter = self.filter else { return }
        while let oldest = self.matches.first, oldest < ring.first { self.matches.removeFirst() }
        self.newer = max(self.newer, ring.first)
        while self.newer < ring.next, let event = ring[self.newer],
            budget.spend(on: event, weight: filter.weight)
        {
            if filter.matches(event) { self.matches.append(self.newer) }
            self.newer += 1
        }
        while self.older >= ring.first, let event = ring[self.older],
            budget.spend(on: event, weight: filter.weight)
        {
            if filter.matches(event) { self.matches.prepend(self.older) }
            self.older -= 1
        }
    }

    /// How many rows there are.
    func count(in ring: EventRing) -> Int {
        self.filter == nil ? ring.count : self.matches.count - self.dropped(from: ring)
    }

    /// The sequence number of a row; `nil` when there is no such row.
    func sequence(at index: Int, in ring: EventRing) -> Int? {
        guard index >= 0, index < self.count(in: ring) else { return nil }
        return self.filter == nil
            ? ring.first + index : self.matches[index + self.dropped(from: ring)]
    }

    /// The first row at or after a sequence number; the number of rows when there is none.
    func index(atOrAfter sequence: Int, in ring: EventRing) -> Int {
        guard self.filter != nil else {
            return min(max(sequence - ring.first, 0), ring.count)
        }
        return max(self.place(atOrAfter: sequence) - self.dropped(from: ring), 0)
    }

    /// Matches that the ring has dropped since the last scan.
    private func dropped(from ring: EventRing) -> Int {
        guard let oldest = self.matches.first, oldest < ring.first else { return 0 }
        return self.place(atOrAfter: ring.first)
    }

    private func place(atOrAfter sequence: Int) -> Int {
        var (low, high) = (0, self.matches.count)
        while low < high {
            let middle = (low + high) / 2
            if self.matches[middle] < sequence { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
