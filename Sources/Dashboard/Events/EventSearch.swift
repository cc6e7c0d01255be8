import ChannelsProtocol

/// A search in the rows of the log, made in slices like the filter.
struct EventSearch: Hashable, Sendable {
    enum Direction: Hashable, Sendable {
        case up, down
    }

    /// What a slice came to.
    enum OnSlice: Hashable, Sendable {
        /// There is more to look at.
        case goOn
        /// This row matches; it was found after going round the end of the log, or not.
        case found(sequence: Int, isWrapped: Bool)
        case notFound
    }

    private struct Run: Hashable, Sendable {
        let direction: Direction
        /// The next row to look at.
        var position: Int
        /// Where the search ends once it went round.
        let start: Int
        var isWrapped = false
    }

    let needle: Needle
    private var run: Run?

    init(_ needle: Needle) { self.needle = needle }

    /// Whether a search is under way.
    var isRunning: Bool { self.run != nil }

    /// Starts at a row, by its sequence number.
    mutating func start(_ direction: Direction, at sequence: Int) {
        self.run = Run(direction: direction, position: sequence, start: sequence)
    }

    mutating func stop() { self.run = nil }

    /// Looks at a slice of the rows.
    mutating func search(
        _ view: EventView, of ring: EventRing, budget: inout ScanBudget
    ) -> OnSlice {
        guard var run = self.run else { return .notFound }
        while let sequence = Self.next(&run, view, ring) {
            guard let event = ring[sequence], budget.spend(on: event) else {
                run.position = sequence
                self.run = run
                return .goOn
            }
            var subject = FilterSubject(event, dataLimit: EventFilter.dataLimit)
            if FilterTerm.text(.needle(self.needle)).holds(for: &subject) {
                self.run = nil
                return .found(sequence: sequence, isWrapped: run.isWrapped)
            }
        }
        self.run = nil
        return .notFound
    }

    /// The next row, and the position behind it; `nil` when all were looked at.
    private static func next(_ run: inout Run, _ view: EventView, _ ring: EventRing) -> Int? {
        let count = view.count(in: ring)
        guard count > 0 else { return nil }
        var index = view.index(atOrAfter: run.position, in: ring)
        if run.direction == .up, view.sequence(at: index, in: ring) != run.position { index -= 1 }
        if index < 0 || index >= count {
            guard !run.isWrapped else { return nil }
            run.isWrapped = true
            index = run.direction == .down ? 0 : count - 1
        }
        guard let sequence = view.sequence(at: index, in: ring) else { return nil }
        let isPast = run.direction == .down ? sequence >= run.start : sequence <= run.start
        if run.isWrapped && isPast { return nil }
        run.position = run.direction == .down ? sequence + 1 : sequence - 1
        return sequence
    }
}
