/// The history of a number: its value at the end of each slot of a few seconds, over the last two
/// minutes.
struct LevelHistory: Hashable, Sendable {
    /// The length of a slot, in seconds.
    static let slotSeconds: Int64 = 4
    /// The number of slots.
    static let capacity = 32

    /// The values, the latest last.
    private var values: [Int] = []
    private var newest: Int64 = 0

    /// Creates an empty history.
    init() {}

    /// Records the value that holds from a second of the monotonic clock on. An earlier second
    /// counts as the latest.
    mutating func record(_ value: Int, second: Int64) {
        let slot = second / Self.slotSeconds
        guard !self.values.isEmpty else {
            self.values = [value]
            self.newest = slot
            return
        }
        self.advance(to: slot)
        self.values[self.values.count - 1] = value
    }

    /// The values of the last slots up to a second, oldest first; fewer if the history is shorter.
    func values(_ count: Int, at second: Int64) -> [Int] {
        guard !self.values.isEmpty else { return [] }
        var history = self
        history.advance(to: second / Self.slotSeconds)
        return history.values.suffix(max(count, 0))
    }

    /// Repeats the value up to that slot.
    private mutating func advance(to slot: Int64) {
        guard slot > self.newest, let last = self.values.last else { return }
        let (passed, isAges) = slot.subtractingReportingOverflow(self.newest)
        let added = isAges ? Self.capacity : Int(min(passed, Int64(Self.capacity)))
        self.values += [Int](repeating: last, count: added)
        self.values.removeFirst(max(self.values.count - Self.capacity, 0))
        self.newest = slot
    }
}
