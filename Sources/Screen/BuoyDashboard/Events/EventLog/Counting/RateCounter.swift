/// Counts per second over the last minute. It needs about 300 bytes more once it has counted
/// something: most of many channels are silent.
package struct RateCounter: Hashable, Sendable {
    /// The number of seconds that are kept: a full minute and the current second.
    private static let capacity = 64

    /// Empty before the first count.
    private var counts: [UInt32] = []
    /// The latest second with a count.
    private var newest: Int64 = .min
    /// The first second with a count.
    private var first: Int64?
    /// How many were counted since the start.
    private(set) var total = 0
    /// The maximum count in one second.
    package private(set) var peak = 0

    /// Creates an empty counter.
    package init() {}

    /// Counts an occurrence in a second of the monotonic clock.
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

    /// The count of one second; 0 if it is too long ago.
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

    /// The counts of the full seconds before this one, oldest first.
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
