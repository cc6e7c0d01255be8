/// Counts per second of the last minute. It takes some 300 bytes.
package struct RateCounter: Hashable, Sendable {
    /// How many seconds are remembered: a full minute and the second that has begun.
    private static let capacity = 64

    private var counts = [UInt32](repeating: 0, count: Self.capacity)
    /// The newest second that was counted in.
    private var newest: Int64 = .min
    /// The first second that was counted in.
    private var first: Int64?
    /// All that was counted.
    package private(set) var total = 0
    /// The most in one second.
    package private(set) var peak = 0

    /// Nothing was counted yet.
    package init() {}

    /// Counts something that happened in a second of the monotonic clock.
    package mutating func record(second: Int64) {
        self.total &+= 1
        self.first = self.first ?? second
        if second > self.newest { self.advance(to: second) }
        guard self.isRemembered(second) else { return }
        let slot = Self.slot(of: second)
        self.counts[slot] &+= 1
        self.peak = max(self.peak, Int(self.counts[slot]))
    }

    /// The count of one second; 0 when it is too long ago.
    package func count(inSecond second: Int64) -> Int {
        guard self.newest != .min, second <= self.newest, self.isRemembered(second) else {
            return 0
        }
        return Int(self.counts[Self.slot(of: second)])
    }

    /// The mean of the full seconds before this one; of fewer when counting began later.
    package func perSecond(at second: Int64, over window: Int = 10) -> Double {
        guard let first = self.first else { return 0 }
        let (age, isAges) = second.subtractingReportingOverflow(first)
        let seconds = isAges ? window : Int(min(max(age, 1), Int64(window)))
        let sum = (1...max(seconds, 1)).reduce(0) { sum, ago in
            sum + self.count(inSecond: second &- Int64(ago))
        }
        return Double(sum) / Double(max(seconds, 1))
    }

    /// The counts of the full seconds before this one, oldest first.
    package func history(_ seconds: Int, before second: Int64) -> [Int] {
        (1...max(seconds, 1)).reversed().map { self.count(inSecond: second &- Int64($0)) }
    }

    private mutating func advance(to second: Int64) {
        // A clock that jumps by ages must not be followed second by second.
        let (passed, isAges) = second.subtractingReportingOverflow(self.newest)
        if isAges || passed >= Int64(Self.capacity) {
            for index in self.counts.indices { self.counts[index] = 0 }
        } else {
            for passed in (self.newest + 1)...second { self.counts[Self.slot(of: passed)] = 0 }
        }
        self.newest = second
    }

    private func isRemembered(_ second: Int64) -> Bool {
        let (age, isAges) = self.newest.subtractingReportingOverflow(second)
        return !isAges && age < Int64(Self.capacity)
    }

    private static func slot(of second: Int64) -> Int {
        let remainder = Int(second % Int64(self.capacity))
        return remainder < 0 ? remainder + self.capacity : remainder
    }
}
