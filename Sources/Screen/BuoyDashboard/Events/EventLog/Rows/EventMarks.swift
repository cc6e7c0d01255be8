import ChannelsProtocol

/// Rows that the user marked, where the connection changed or events are missing, and deliveries
/// that came again.
struct EventMarks: Hashable, Sendable {
    enum Target: Hashable, Sendable {
        case mark
        case change
    }

    private var own = SequenceList()
    private var changes = SequenceList()
    private var repeats = RepeatList()

    func ownCount(in ring: EventRing) -> Int { self.own.count(from: ring.first) }

    func ownNumbers(from first: Int) -> [Int] { self.own.numbers(from: first) }

    func isMarked(_ sequence: Int) -> Bool { self.own.contains(sequence) }

    func isChange(_ sequence: Int) -> Bool { self.changes.contains(sequence) }

    mutating func toggle(_ sequence: Int) { self.own.toggle(sequence) }

    mutating func mark(_ sequence: Int) {
        if !self.isMarked(sequence) { self.toggle(sequence) }
    }

    var hasRepeats: Bool { !self.repeats.isEmpty }

    func again(_ sequence: Int) -> Duration? { self.repeats[sequence] }

    /// Refers to the newest row.
    mutating func cameAgain(_ sequence: Int, _ elapsed: Duration) {
        self.repeats.append(sequence, elapsed)
    }

    mutating func removeRepeat(_ sequence: Int) { self.repeats.remove(sequence) }

    mutating func renumber(_ numbers: [Int: Int]) {
        self.own.renumber(numbers)
        self.changes.renumber(numbers)
        self.repeats.renumber(numbers)
    }

    mutating func removeOwn() { self.own.removeAll() }

    /// Newer marks are kept.
    mutating func restore(_ earlier: EventMarks, before next: Int) {
        self.own.restore(earlier.own, before: next)
        self.changes.restore(earlier.changes, before: next)
        self.repeats.restore(earlier.repeats, before: next)
    }

    mutating func handle(_ event: ClientReport, _ sequence: Int, in ring: EventRing) {
        if event.isConnectionChange { self.changes.append(sequence) }
        self.own.drop(before: ring.first)
        self.changes.drop(before: ring.first)
        self.repeats.drop(before: ring.first)
    }

    func hasAny(_ target: Target, in ring: EventRing) -> Bool {
        self.lists(target).contains { $0.count(from: ring.first) > 0 }
    }

    /// - Parameter start: the first row to consider.
    /// - Returns: the row, or `nil` if none is visible there, and whether one is hidden.
    func next(
        _ target: Target, _ direction: EventSearch.Direction, from start: Int,
        in view: EventView, of ring: EventRing
    ) -> (sequence: Int?, isHidden: Bool) {
        let answers = self.lists(target).map { Self.next(in: $0, direction, start, view, ring) }
        let found = answers.compactMap(\.sequence)
        let nearest = direction == .up ? found.max() : found.min()
        return (nearest, nearest == nil && answers.contains(where: \.isHidden))
    }

    private func lists(_ target: Target) -> [SequenceList] {
        target == .mark ? [self.own, self.changes] : [self.changes]
    }

    private static func next(
        in list: SequenceList, _ direction: EventSearch.Direction, _ start: Int,
        _ view: EventView, _ ring: EventRing
    ) -> (sequence: Int?, isHidden: Bool) {
        let step = direction == .up ? -1 : 1
        let beyond = direction == .up ? start + 1 : start
        var index = list.index(atOrAfter: beyond, from: ring.first) - (direction == .up ? 1 : 0)
        var isHidden = false
        while let sequence = list.number(at: index, from: ring.first) {
            if view.contains(sequence, in: ring) { return (sequence, false) }
            // The row of its group has a mark too.
            isHidden = isHidden || !view.isFolded(sequence)
            index += step
        }
        return (nil, isHidden)
    }
}

extension ClientReport {
    /// Also true if nothing was received for a while.
    var isConnectionChange: Bool {
        switch self.kind {
        case .stateChanged, .gap, .suspended: true
        default: false
        }
    }
}
