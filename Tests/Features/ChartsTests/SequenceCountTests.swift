import Testing

@testable import BuoyCharts

@Suite("Lost, repeated and reordered events")
struct SequenceCountTests {
    private static func count(_ numbers: [Double], gapBefore: Set<Int> = []) -> SequenceCount {
        var count = SequenceCount()
        for (index, number) in numbers.enumerated() {
            if gapBefore.contains(index) { count.interrupted() }
            let isNumber = count.add(number)
            #expect(isNumber)
        }
        return count
    }

    /// The counts in their order: lost, in gaps, repeated, reordered, restarts.
    private static func figures(_ count: SequenceCount) -> [Int64] { count.figures.map(\.count) }

    @Test(
        "numbers in order, with holes, twice, late and anew",
        arguments: [
            ([1, 2, 3], [0, 0, 0, 0, 0]),
            ([5, 6, 9, 10], [2, 0, 0, 0, 0]),
            ([2, 2, 3, 3, 5, 4], [0, 0, 2, 1, 0]),
            ([5, 4, 3], [0, 0, 0, 2, 0]),
            ([1, 2, 3, 0], [0, 0, 0, 1, 0]),
            ([10, 11, 12, 1, 2, 4], [1, 0, 0, 0, 1]),
            ([5000, 3000, 3001], [0, 0, 0, 0, 1]),
            ([0, 0, 0], [0, 0, 2, 0, 0]),
            ([-3, -2, 0], [1, 0, 0, 0, 0]),
        ] as [([Double], [Int64])])
    func kinds(numbers: [Double], figures: [Int64]) {
        #expect(Self.figures(Self.count(numbers)) == figures)
    }

    @Test("what is missing after a loss of the connection is told apart, and can come late")
    func gaps() {
        #expect(Self.figures(Self.count([1, 2, 7, 9], gapBefore: [2])) == [1, 4, 0, 0, 0])
        #expect(Self.figures(Self.count([1, 5, 3], gapBefore: [1])) == [0, 2, 0, 1, 0])
        // Only the first event after it.
        #expect(Self.figures(Self.count([1, 2, 5], gapBefore: [1])) == [2, 0, 0, 0, 0])
    }

    @Test("what cannot be a number of events is refused, and forged ones only count")
    func hostile() {
        var count = SequenceCount()
        for number in [1.5, 1e308, -1e308, 9_007_199_254_740_992, .infinity, .nan] {
            let isNumber = count.add(number)
            #expect(!isNumber)
        }
        for _ in 0..<3_000 {
            _ = count.add(0)
            _ = count.add(9_007_199_254_740_991)
        }
        #expect(count.lost == .max && count.restarts > 2_000)
        for number in stride(from: 1.0, to: 20_000, by: 2) { _ = count.add(number) }
        #expect(Self.figures(Self.count([1, 4_000_000_000, 3_999_999_999]))[3] == 1)
    }
}
