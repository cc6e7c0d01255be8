import ChannelsProtocol

/// Searches in slices, like the filter: finds the next match and counts all. Each row is examined
/// once.
struct EventSearch: Hashable, Sendable {
    enum Direction: Hashable, Sendable {
        case up, down
    }

    enum Outcome: Hashable, Sendable {
        case unfinished
        /// `isWrapped`: whether the search passed the end of the log.
        case found(sequence: Int, isWrapped: Bool)
        case notFound
    }

    private struct Request: Hashable, Sendable {
        let direction: Direction
        let start: Int
    }

    let needle: Needle
    private var matches = SequenceList()
    /// The next row to scan towards the oldest; `newer` is the one towards the newest.
    private var older: Int
    private var newer: Int
    private var request: Request?

    /// - Parameter anchor: the sequence number of the row to start with, which the view has scanned
    ///   or which does not exist yet.
    init(_ needle: Needle, at anchor: Int) {
        self.needle = needle
        self.older = anchor
        self.newer = anchor + 1
    }

    var isRunning: Bool { self.request != nil }

    mutating func start(_ direction: Direction, at sequence: Int) {
        self.request = Request(direction: direction, start: sequence)
    }

    mutating func stop() { self.request = nil }

    mutating func startAgain(at anchor: Int) {
        self.matches.removeAll()
        self.older = anchor
        self.newer = anchor + 1
        self.request = nil
    }

    func isCounting(_ view: EventView, of ring: EventRing) -> Bool {
        view.remaining(in: ring) > 0 || self.hasRowsToScan(view, ring)
    }

    private func hasRowsToScan(_ view: EventView, _ ring: EventRing) -> Bool {
        let rows = view.scanned(in: ring)
        return self.older >= rows.lowerBound || self.newer < rows.upperBound
    }

    func count(in ring: EventRing) -> Int { self.matches.count(from: ring.first) }

    /// Counted from 1 at the oldest; `nil` if the row does not match.
    func place(of sequence: Int, in ring: EventRing) -> Int? {
        guard self.matches.contains(sequence) else { return nil }
        return self.matches.index(atOrAfter: sequence, from: ring.first) + 1
    }

    /// - Returns: the result of the search for the next match; `nil` if none is running.
    mutating func scan(
        _ view: EventView, of ring: EventRing, budget: inout ScanBudget
    ) -> Outcome? {
        self.matches.drop(before: ring.first)
        self.older = min(self.older, ring.next - 1)
        self.newer = min(max(self.newer, ring.first), ring.next)
        if self.request?.direction == .down {
            self.lookDown(view, ring, &budget)
            self.lookUp(view, ring, &budget)
        } else {
            self.lookUp(view, ring, &budget)
            self.lookDown(view, ring, &budget)
        }
        guard let request = self.request else { return nil }
        let outcome = self.outcome(of: request, view, ring)
        if outcome != .unfinished { self.request = nil }
        return outcome
    }

    private mutating func lookUp(
        _ view: EventView, _ ring: EventRing, _ budget: inout ScanBudget
    ) {
        let rows = view.scanned(in: ring)
        guard self.older >= rows.lowerBound else { return }
        var index = view.index(atOrAfter: self.older + 1, in: ring) - 1
        while let sequence = view.sequence(at: index, in: ring), let event = ring[sequence] {
            guard budget.spend(on: event) else {
                self.older = sequence
                return
            }
            if event.contains(self.needle) { self.matches.prepend(sequence) }
            index -= 1
        }
        self.older = rows.lowerBound - 1
    }

    private mutating func lookDown(
        _ view: EventView, _ ring: EventRing, _ budget: inout ScanBudget
    ) {
        let rows = view.scanned(in: ring)
        guard self.newer < rows.upperBound else { return }
        var index = view.index(atOrAfter: self.newer, in: ring)
        while let sequence = view.sequence(at: index, in: ring), let event = ring[sequence] {
            guard budget.spend(on: event) else {
                self.newer = sequence
                return
            }
            if event.contains(self.needle) { self.matches.append(sequence) }
            index += 1
        }
        self.newer = rows.upperBound
    }

    /// Known only once all rows between a match and the start have been scanned.
    private func outcome(of request: Request, _ view: EventView, _ ring: EventRing) -> Outcome {
        let count = self.count(in: ring)
        let start = min(max(request.start, ring.first), ring.next - 1)
        let isWhole = !self.isCounting(view, of: ring)
        let index: Int
        let hasLooked: Bool
        switch request.direction {
        case .up:
            index = self.matches.index(atOrAfter: request.start + 1, from: ring.first) - 1
            hasLooked = self.newer > start
        case .down:
            index = self.matches.index(atOrAfter: request.start, from: ring.first)
            hasLooked = self.older < start
        }
        if hasLooked || isWhole, let match = self.matches.number(at: index, from: ring.first) {
            return .found(sequence: match, isWrapped: false)
        }
        guard isWhole else { return .unfinished }
        let other = request.direction == .up ? count - 1 : 0
        return self.matches.number(at: other, from: ring.first)
            .map { .found(sequence: $0, isWrapped: true) } ?? .notFound
    }
}

extension ClientReport {
    func contains(_ needle: Needle) -> Bool {
        var subject = FilterSubject(self, dataLimit: EventFilter.dataLimit)
        return FilterTerm.text(.needle(needle)).holds(for: &subject)
    }
}
