package import ChannelsProtocol

/// The rows of the log that somebody marked, and those that mark themselves: where the connection
/// changed, or where events are missing.
package struct EventMarks: Hashable, Sendable {
    /// Rows to jump to.
    package enum Target: Hashable, Sendable {
        /// What is marked in either way.
        case mark
        case change
    }

    private var own = SequenceList()
    private var changes = SequenceList()

    /// Nothing is marked.
    package init() {}

    /// How many rows the user has marked.
    package func ownCount(in ring: EventRing) -> Int { self.own.count(from: ring.first) }

    /// The rows that the user has marked, from a sequence number on.
    package func ownNumbers(from first: Int) -> [Int] { self.own.numbers(from: first) }

    /// Whether the user marked a row.
    package func isMarked(_ sequence: Int) -> Bool { self.own.contains(sequence) }

    /// Whether the connection changed at a row.
    package func isChange(_ sequence: Int) -> Bool { self.changes.contains(sequence) }

    /// Marks a row, or takes its mark away.
    package mutating func toggle(_ sequence: Int) { self.own.toggle(sequence) }

    /// Numbers the marks anew, and forgets those whose row has no new number.
    package mutating func renumber(_ numbers: [Int: Int]) {
        self.own.renumber(numbers)
        self.changes.renumber(numbers)
    }

    /// Takes the user's marks away.
    package mutating func removeOwn() { self.own.removeAll() }

    /// Puts back the user's marks on rows before a sequence number, as they were earlier; newer marks
    /// stay.
    package mutating func restore(_ earlier: EventMarks, before next: Int) {
        self.own.restore(earlier.own, before: next)
        self.changes.restore(earlier.changes, before: next)
    }

    /// Takes in a row that was added; what the ring has dropped is forgotten.
    package mutating func handle(_ event: ClientEvent, _ sequence: Int, in ring: EventRing) {
        if event.isConnectionChange { self.changes.append(sequence) }
        self.own.drop(before: ring.first)
        self.changes.drop(before: ring.first)
    }

    /// Whether there is a row to jump to at all.
    package func hasAny(_ target: Target, in ring: EventRing) -> Bool {
        self.lists(target).contains { $0.count(from: ring.first) > 0 }
    }

    /// The nearest row that is shown, beyond a row in a direction.
    ///
    /// - Parameter start: the first row that it may be.
    /// - Returns: `nil` when none is shown there, and whether one is hidden.
    package func next(
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
            isHidden = true
            index += step
        }
        return (nil, isHidden)
    }
}

extension ClientEvent {
    /// Whether the connection changed, or nothing was heard for a while.
    package var isConnectionChange: Bool {
        switch self.kind {
        case .stateChanged, .gap, .suspended: true
        default: false
        }
    }
}
