import BuoyDashboardTesting
import ChannelsEventWords
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Exporting a range")
struct ExportRangeTests {
    /// What an export with these words after the name of its file writes.
    private static func exported(
        _ words: String, from state: inout DashboardState
    ) throws -> [ClientReport] {
        state.press(":")
        state.type("export my rows.jsonl \(words)")
        let effects = state.press("Enter").besidesSettings
        guard case .file(.export(let rows, "my rows.jsonl", overwrites: false))? = effects.first
        else { throw NoExport(reason: state.prompt?.error) }
        return rows.slice(from: 0, count: rows.count)
    }

    private struct NoExport: Error {
        let reason: String?
    }

    private static func shown(_ state: DashboardState) -> [ClientReport] {
        let all = EventSnapshot(state.events.ring, state.events.view)
        return all.slice(from: 0, count: all.count)
    }

    @Test("the newest rows, and those of the last seconds")
    func newest() throws {
        var state = DashboardFixture.choosing()
        let shown = Self.shown(state)
        #expect(try Self.exported("last:3", from: &state) == Array(shown.suffix(3)))
        #expect(try Self.exported("last:100000", from: &state) == shown)
        let start = state.now.advanced(by: .seconds(-5))
        let recent = shown.filter { $0.time >= start }
        #expect(!recent.isEmpty && recent.count < shown.count)
        #expect(try Self.exported("since:5s", from: &state) == recent)
        #expect(try Self.exported("since:1h", from: &state) == shown)
    }

    @Test("a range is taken of the rows that the filter lets through")
    func filtered() throws {
        var state = DashboardFixture.choosing()
        state.press(":")
        state.type("filter channel:chat-room")
        state.press("Enter")
        let rows = try Self.exported("last:2", from: &state)
        #expect(rows == Array(Self.shown(state).suffix(2)))
        #expect(rows.allSatisfy { $0.words.channel == "chat-room" })
    }

    @Test("the rows that are marked")
    func marks() throws {
        var state = DashboardFixture.choosing()
        state.press("3", "Up", "m", "Up", "Up", "m")
        let shown = Self.shown(state)
        let marked = state.events.marks.ownNumbers(from: 0).compactMap { state.events.ring[$0] }
        #expect(marked.count == 2)
        #expect(try Self.exported("marks", from: &state) == marked)
        #expect(marked.allSatisfy { shown.contains($0) })
    }

    @Test("the rows of the latest gap, from the last that came before it to its end")
    func gap() throws {
        var state = DashboardFixture.choosing()
        let rows = try Self.exported("gap", from: &state)
        let gap = try #require(
            Self.shown(state).last { if case .gap = $0.kind { true } else { false } })
        #expect(rows.last?.number == gap.number)
        #expect(rows.contains { if case .stateChanged = $0.kind { true } else { false } })
        #expect(rows.count < Self.shown(state).count / 2)
    }

    @Test(
        "an export that contains the marked row is one for the question before quitting",
        arguments: [("last:3", false), ("marks", true), ("", true), ("last:100000", true)])
    func quitting(words: String, isKept: Bool) throws {
        var state = DashboardFixture.choosing()
        state.press("3", "Home", "m")
        _ = try Self.exported(words, from: &state)
        let effects = state.press("q")
        #expect((effects == [.quit]) == isKept)
        #expect((state.confirmation == nil) == isKept)
    }

    @Test(
        "a range that is wrong, or has no rows, is refused in the prompt",
        arguments: [
            ("last:none", "last:none is not a range"), ("since:5x", "since:5x is not a range"),
            ("last:0", "last:0 is not a range"), ("marks", "no visible events in that range"),
        ])
    func refused(words: String, reason: String) throws {
        var state = DashboardFixture.choosing()
        let error = #expect(throws: NoExport.self) { try Self.exported(words, from: &state) }
        #expect(error?.reason?.contains(reason) == true)
    }
}
