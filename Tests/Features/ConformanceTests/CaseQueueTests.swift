import BuoyTestBasics
import Testing

@testable import BuoyProtocolCases

@Suite("The order of cases")
struct CaseQueueTests {
    private static func entry(
        _ id: String, after: [String] = [], isAlone: Bool = false
    ) throws -> ConformCase {
        var entry = try #require(try CaseFile.builtIn().first { !$0.waitsLong })
        entry.id = id
        entry.after = after
        entry.isAlone = isAlone
        return entry
    }

    private static func passed(_ id: String) -> CaseResult {
        CaseResult(id: id, verdict: .passed, reason: "")
    }

    /// The numbers of all cases that may start now.
    private static func start(_ queue: inout CaseQueue, width: Int) -> [String] {
        var started: [String] = []
        while let next = queue.next(width: width) { started.append(next.id) }
        return started
    }

    @Test("a case starts once those before it have ended, beside others") func after() throws {
        var queue = CaseQueue([
            try Self.entry("b", after: ["a"]), try Self.entry("a"), try Self.entry("c"),
        ])
        let first = Self.start(&queue, width: 2)
        let stands = queue.finish(Self.passed("a"))
        let second = Self.start(&queue, width: 2)
        #expect(first == ["a", "c"] && stands && second == ["b"])
    }

    @Test("a case that may disturb others runs alone and last") func alone() throws {
        var queue = CaseQueue([
            try Self.entry("a", isAlone: true), try Self.entry("b"), try Self.entry("c"),
        ])
        var started = Self.start(&queue, width: 1)
        _ = queue.finish(Self.passed("b"))
        started += Self.start(&queue, width: 9)
        #expect(started == ["b", "c"])
        _ = queue.finish(Self.passed("c"))
        started += Self.start(&queue, width: 9)
        #expect(started == ["b", "c", "a"])
    }

    @Test("a case that lost its connection beside others is played again alone")
    func again() throws {
        var queue = CaseQueue([try Self.entry("a"), try Self.entry("b")])
        let first = Self.start(&queue, width: 2)
        var lost = CaseResult(id: "a", verdict: .failed, reason: "lost")
        lost.lostConnection = true
        let stoodFirst = queue.finish(lost)
        let meanwhile = Self.start(&queue, width: 2)
        _ = queue.finish(Self.passed("b"))
        let again = Self.start(&queue, width: 2)
        let standsNow = queue.finish(lost)
        #expect(first == ["a", "b"] && meanwhile == [] && again == ["a"])
        #expect(!stoodFirst && standsNow)
        #expect(queue.results["a"]?.reason == "lost")
    }

    @Test("cases that wait for each other are played all the same") func circle() throws {
        var queue = CaseQueue([
            try Self.entry("a", after: ["b"]), try Self.entry("b", after: ["a"]),
        ])
        let started = Self.start(&queue, width: 2)
        #expect(started == ["a"])
    }

    @Test("what arrives wakes its reader, and no other reader later", .inTurn)
    func inbox() async {
        let inbox = Inbox<Int>()
        for number in 1...5 {
            let reader = Task { await inbox.next(before: .now + .seconds(600)) }
            while await inbox.waits < number { await Task.yield() }
            await inbox.put(number)
            #expect(await reader.value == number)
        }
        #expect(await inbox.next(before: .now + .milliseconds(300)) == nil)
        #expect(await inbox.waits == 6)
    }
}
