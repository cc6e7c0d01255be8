import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

/// Rows of the log that do not come from the client.
@Suite("Notes in the log of the connection")
struct LogNoteTests {
    private static func note(_ text: String, body: String? = nil) -> LogNote {
        LogNote(
            at: .zero, "webhook", .bad, text: text, facts: [.init("key", "k\u{1B}[2J")],
            body: body.map { EventData($0) })
    }

    private static func dashboard(_ notes: [LogNote]) -> DashboardState {
        var state = DashboardFixture.dashboard(.sandboxSession(), 120, 40)
        _ = state.handle(.service(.notes(notes)))
        return state
    }

    @Test("a note is the newest row, with its sign, and without control characters")
    func row() throws {
        var state = Self.dashboard([Self.note("webhook refused\u{1B}]0;x\u{7}: \u{202E}no")])
        state.press("6", "z")
        let row = try #require(state.screen().textRows.last { $0.contains("webhook refused") })
        #expect(row.contains(" ✕ webhook refused␛]0;x␇: ·no"))
    }

    @Test("a note that is a moment late stands at its time, unless a row is selected")
    func order() throws {
        var state = Self.dashboard([])
        let newest = try #require(state.log.rows.selected)
        func note(_ text: String, before: Duration) -> LogNote {
            LogNote(
                at: newest.time.advanced(by: .zero - before), "webhook", .good, text: text)
        }
        _ = state.handle(.service(.notes([note("late", before: .milliseconds(1))])))
        #expect(state.log.rows.selected == newest)
        // Times before that are doubtful: the clock may have been set.
        _ = state.handle(.service(.notes([note("old", before: .seconds(2))])))
        #expect(state.log.rows.selected?.text == "old")
        state.press("6", "Up")
        let selected = state.log.rows.selected
        _ = state.handle(.service(.notes([note("held", before: .milliseconds(1))])))
        #expect(state.log.rows.selected == selected)
        #expect(state.log.rows.row(at: state.log.rows.count - 1)?.text == "held")
    }

    @Test("its text, facts and body are inspected and copied")
    func inspecting() {
        var state = Self.dashboard([Self.note("webhook: a", body: #"{"events":[{"name":"x"}]}"#)])
        state.press("6", "Up", "Enter")
        let screen = state.screen().textRows.joined(separator: "\n")
        #expect(screen.contains("Inspector"))
        #expect(screen.contains("\"events\": [1]"))
        #expect(screen.contains("k␛[2J"))
        #expect(
            state.copySubject
                == .node(.parse(#"{"events":[{"name":"x"}]}"#) ?? .null, path: []))
        _ = state.handle(.service(.notes([Self.note("webhook: b")])))
        state.press("G", "Up")
        #expect(state.inspector?.subject == .note(Self.note("webhook: b")))
        #expect(state.copySubject == .node(.string("webhook: b"), path: []))
    }

    @Test("while the log is paused, notes are counted as new rows")
    func paused() {
        var state = Self.dashboard([])
        state.press("6", "Up")
        let selected = state.log.rows.selected
        _ = state.handle(.service(.notes((0..<7).map { Self.note("webhook \($0)") })))
        #expect(state.log.rows.newCount == 7)
        #expect(state.log.rows.selected == selected)
    }

    @Test("large bodies push older rows out, but never the newest")
    func limits() {
        var log = ConnectionLog()
        let body = String(repeating: "x", count: 1 << 20)
        for number in 0..<20 { log.append(Self.note("\(number)", body: body)) }
        #expect(log.rows.count == 3)
        #expect(log.rows.next == 20)
        #expect(log.rows.row(at: 2) == .note(Self.note("19", body: body)))
        log.append(Self.note("large", body: String(repeating: "x", count: 8 << 20)))
        #expect(log.rows.count == 1)
    }
}
