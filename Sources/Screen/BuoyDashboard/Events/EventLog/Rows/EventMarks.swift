import ChannelsProtocol

/// The marked rows of the log: those that the user marked, those where the connection changed
/// or events are missing, and deliveries that came again.
struct EventMarks: Hashable, Sendable {
    /// The kinds of rows to jump to.
    enum Target: Hashable, Sendable {
        /// Any marked row.
        case mark
        case change
    }

    private var own = SequenceList()
    private var changes = SequenceList()
    private var repeats = RepeatList()

    /// Creates an empty set of marks.
    init() {}

    /// The number of rows that the user has marked.
    func ownCount(in ring: EventRing) -> Int { self.own.count(from: ring.first) }

    /// The rows that the user has marked, from a sequence number on.
    func ownNumbers(from first: Int) -> [Int] { self.own.numbers(from: first) }

    /// Whether the user marked a row.
    func isMarked(_ sequence: Int) -> Bool { self.own.contains(sequence) }

    /// Whether the connection changed at a row.
    func isChange(_ sequence: Int) -> Bool { self.changes.contains(sequence) }

    /// Marks a row, or removes its mark.
    mutating func toggle(_ sequence: Int) { self.own.toggle(sequence) }

    /// Marks a row, as an alert does.
    mutating func mark(_ sequence: Int) {
        if !self.isMarked(sequence) { self.toggle(sequence) }
    }

    /// Whether any row is a delivery that came again.
    var hasRepeats: Bool { !self.repeats.isEmpty }

    /// How long before a row the same event had come with the same bytes; `nil` if it had not.
    func again(_ sequence: Int) -> Duration? { self.repeats[sequence] }

    /// The newest row is a delivery that came again.
    mutating func cameAgain(_ sequence: Int, _ elapsed: Duration) {
        self.repeats.append(sequence, elapsed)
    }

    /// A row was no repeat after all.
    mutating func removeRepeat(_ sequence: Int) { self.repeats.remove(sequence) }

    /// Renumbers the marks, and removes those without a new number.
    mutating func renumber(_ numbers: [Int: Int]) {
        self.own.renumber(numbers)
        self.changes.renumber(numbers)
        self.repeats.renumber(numbers)
    }

    /// Removes the user's marks.
    mutating func removeOwn() { self.own.removeAll() }

    /// Restores earlier marks of the user on rows before a sequence number; newer marks are kept.
    mutating func restore(_ earlier: EventMarks, before next: Int) {
        self.own.restore(earlier.own, before: next)
        self.changes.restore(earlier.changes, before: next)
        self.repeats.restore(earlier.repeats, before: next)
    }

    /// Handles a row that was added, and removes the marks of rows that the ring has dropped.
    mutating func handle(_ event: ClientReport, _ sequence: Int, in ring: EventRing) {
        if event.isConnectionChange { self.changes.append(sequence) }
        self.own.drop(before: ring.first)
        self.changes.drop(before: ring.first)
        self.repeats.drop(before: ring.first)
    }

    /// Whether there is any row to jump to.
    func hasAny(_ target: Target, in ring: EventRing) -> Bool {
        self.lists(target).contains { $0.count(from: ring.first) > 0 }
    }

    /// The next visible row in a direction.
    ///
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
            isHidden = true
            index += step
        }
        return (nil, isHidden)
    }
}

extension ClientReport {
    /// Whether the connection changed, or nothing was received for a while.
    var isConnectionChange: Bool {
        switch self.kind {
        case .stateChanged, .gap, .suspended: true
        default: false
        }
    }
}
