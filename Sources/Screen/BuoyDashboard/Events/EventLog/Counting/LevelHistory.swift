/// The value of a number at the end of each slot of a few seconds, over the last two minutes.
struct LevelHistory: Hashable, Sendable {
    static let slotSeconds: Int64 = 4
    static let capacity = 32

    private var values: [Int] = []
    private var newest: Int64 = 0

    /// Of the monotonic clock. An earlier second counts as the latest.
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

    /// Oldest first; fewer if the history is shorter.
    func values(_ count: Int, at second: Int64) -> [Int] {
        guard !self.values.isEmpty else { return [] }
        var history = self
        history.advance(to: second / Self.slotSeconds)
        return history.values.suffix(max(count, 0))
    }

    private mutating func advance(to slot: Int64) {
        guard slot > self.newest, let last = self.values.last else { return }
        let (passed, isAges) = slot.subtractingReportingOverflow(self.newest)
        let added = isAges ? Self.capacity : Int(min(passed, Int64(Self.capacity)))
        self.values += [Int](repeating: last, count: added)
        self.values.removeFirst(max(self.values.count - Self.capacity, 0))
        self.newest = slot
    }
}
