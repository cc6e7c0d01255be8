import Testing

@testable import Channels

@Suite("What waits for one reader, in bytes")
struct ReaderBudgetTests {
    private static let half = ReaderBudget.limit / 2

    @Test("past the limit the newest is lost and counted, until something was read")
    func limit() {
        let budget = ReaderBudget()
        #expect(budget.reserve(Self.half))
        #expect(budget.reserve(Self.half))
        #expect(!budget.reserve(1, for: 3))
        #expect(budget.droppedCount == 3)
        budget.read(Self.half)
        #expect(budget.reserve(1))
        #expect(budget.droppedCount == 3)
    }

    @Test("what is larger than the limit has room when nothing else waits")
    func large() {
        let budget = ReaderBudget()
        #expect(budget.reserve(Self.half * 4))
        #expect(!budget.reserve(1))
        budget.read(Self.half * 4)
        #expect(budget.reserve(1))
    }

    @Test("what had to make room for newer ones is counted, and leaves its bytes")
    func replaced() {
        let budget = ReaderBudget()
        #expect(budget.reserve(Self.half * 2))
        budget.dropped(Self.half * 2, of: 2)
        #expect(budget.droppedCount == 2)
        #expect(budget.reserve(Self.half * 2))
    }
}
