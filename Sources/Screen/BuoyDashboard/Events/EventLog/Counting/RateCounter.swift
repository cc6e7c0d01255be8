/// Counts per second over the last minute. Most of many channels are silent, so the 300 bytes for
/// counts are only allocated at the first one.
package struct RateCounter: Hashable, Sendable {
    /// A full minute and the current second.
    private static let capacity = 64

    /// Empty before the first count.
    private var counts: [UInt32] = []
    private var newest: Int64 = .min
    private var first: Int64?
    private(set) var total = 0
    package private(set) var peak = 0

    package init() {}

    /// Of the monotonic clock.
    package mutating func record(second: Int64) {
        if self.counts.isEmpty { self.counts = [UInt32](repeating: 0, count: Self.capacity) }
        self.total &+= 1
        self.first = self.first ?? second
        if second > self.newest { self.advance(to: second) }
        guard self.isRemembered(second) else { return }
        let slot = Self.slot(of: second)
        self.counts[slot] &+= 1
        self.peak = max(self.peak, Int(self.counts[slot]))
    }

    package func count(inSecond second: Int64) -> Int {
        guard self.newest != .min, second <= self.newest, self.isRemembered(second) else {
            return 0
        }
        return Int(self.counts[Self.slot(of: second)])
    }

    /// The mean over the full seconds before this one, or over fewer if counting started later.
    func perSecond(at second: Int64, over window: Int = 10) -> Double {
        guard let first = self.first else { return 0 }
        let (age, isAges) = second.subtractingReportingOverflow(first)
        let seconds = isAges ? window : Int(min(max(age, 1), Int64(window)))
        let sum = (1...max(seconds, 1)).reduce(0) { sum, ago in
            sum + self.count(inSecond: second &- Int64(ago))
        }
        return Double(sum) / Double(max(seconds, 1))
    }

    package func history(_ seconds: Int, before second: Int64) -> [Int] {
        (1...max(seconds, 1)).reversed().map { self.count(inSecond: second &- Int64($0)) }
    }

    private mutating func advance(to second: Int64) {
        // A large step of the clock must not be followed second by second.
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
