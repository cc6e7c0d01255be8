/// What the numbers in a channel's events say: how many events are missing, came again or came out
/// of order. Bounded, whatever the numbers are.
struct SequenceCount: Hashable, Sendable {
    /// Events that did not come although the connection stood.
    private(set) var lost: Int64 = 0
    /// Events that did not come while there was no connection.
    private(set) var lostInGaps: Int64 = 0
    private(set) var repeated: Int64 = 0
    private(set) var reordered: Int64 = 0
    private(set) var restarts: Int64 = 0

    private var first: Int64?
    private var highest: Int64 = 0
    /// Whether each was missed in a gap.
    private var missing: [Int64: Bool] = [:]
    private var isAfterGap = false

    /// How far back a number can be and still be late or repeated; below it, the numbers have
    /// started again.
    static let window: Int64 = 1_024
    /// Numbers beyond this are no integers in a `Double`.
    private static let largest = 9_007_199_254_740_992.0

    mutating func add(_ value: Double) -> Bool {
        guard value.magnitude < Self.largest, let number = Int64(exactly: value) else {
            return false
        }
        defer { self.isAfterGap = false }
        guard let first = self.first else {
            self.start(at: number)
            return true
        }
        if number > self.highest {
            self.skip(to: number)
        } else if let wasInGap = self.missing.removeValue(forKey: number) {
            if wasInGap { self.lostInGaps -= 1 } else { self.lost -= 1 }
            self.reordered += 1
        } else if self.isRestart(number) {
            self.restarts += 1
            self.start(at: number)
        } else if number < first {
            self.reordered += 1
        } else {
            self.repeated += 1
        }
        return true
    }

    /// Numbers that are missing before the next event were missed in a gap.
    mutating func interrupted() { self.isAfterGap = true }

    private mutating func start(at number: Int64) {
        self.first = number
        self.highest = number
        self.missing = [:]
    }

    /// Numbers count from 0 or 1 again, or are far below.
    private func isRestart(_ number: Int64) -> Bool {
        let distance = self.highest - number
        return distance >= Self.window || (0...1).contains(number) && distance > 8
    }

    private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
        let (sum, isOver) = one.addingReportingOverflow(other)
        return isOver ? .max : sum
    }

    private mutating func skip(to number: Int64) {
        let count = number - self.highest - 1
        // Forged numbers could add up to more than there are.
        if self.isAfterGap {
            self.lostInGaps = Self.sum(self.lostInGaps, count)
        } else {
            self.lost = Self.sum(self.lost, count)
        }
        for late in max(self.highest + 1, number - Self.window)..<number {
            self.missing[late] = self.isAfterGap
        }
        self.highest = number
        if self.missing.count > 2 * Int(Self.window) {
            self.missing = self.missing.filter { $0.key >= number - Self.window }
        }
    }
}

extension SequenceCount {
    var figures: [(label: String, count: Int64)] {
        [
            ("lost", self.lost), ("in gaps", self.lostInGaps), ("repeated", self.repeated),
            ("reordered", self.reordered), ("restarts", self.restarts),
        ]
    }
}
