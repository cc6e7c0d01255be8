import ChannelsProtocol

/// The rows of the log that somebody marked, and those that mark themselves: where the connection
/// changed, or where events are missing.
struct EventMarks: Hashable, Sendable {
    /// Rows to jump to.
    enum Target: Hashable, Sendable {
        /// What is marked in either way.
        case mark
        case change
    }

    private var own = SequenceList()
    private var changes = SequenceList()

    /// How many rows the user has marked.
    func ownCount(in ring: EventRing) -> Int { self.own.count(from: ring.first) }

    func isMarked(_ sequence: Int) -> Bool { self.own.contains(sequence) }

    func isChange(_ sequence: Int) -> Bool { self.changes.contains(sequence) }

    mutating func toggle(_ sequence: Int) { self.own.toggle(sequence) }

    /// Takes the user's marks away.
    mutating func removeOwn() { self.own.removeAll() }

    /// Takes in a row that was added; what the ring has dropped is forgotten.
    mutating func handle(_ event: ClientEvent, _ sequence: Int, in ring: EventRing) {
        if event.isConnectionChange { self.changes.append(sequence) }
        self.own.drop(before: ring.first)
        self.changes.drop(before: ring.first)
    }

    /// Whether there is a row to jump to at all.
    func hasAny(_ target: Target, in ring: EventRing) -> Bool {
        self.lists(target).contains { $0.count(from: ring.first) > 0 }
    }

    /// The nearest row that is shown, beyond a row in a direction.
    ///
    /// - Parameter start: the first row that it may be.
    /// - Returns: `nil` when none is shown there, and whether one is hidden.
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
            isHidden = true
            index += step
        }
        return (nil, isHidden)
    }
}

extension ClientEvent {
    /// Whether the connection changed, or nothing was heard for a while.
    var isConnectionChange: Bool {
        switch self.kind {
        case .stateChanged, .gap, .suspended: true
        default: false
        }
    }
}
