import BuoyDashboardTesting
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Selecting several rows")
struct RowSelectionTests {
    /// Three rows of events are selected: the newest one that is shown, and two above it.
    private static func selecting() -> DashboardState {
        var state = DashboardFixture.choosing()
        state.press(":")
        state.type("filter channel:chat-room")
        state.press("Enter", "3", "V", "Up", "Up")
        return state
    }

    private static func shown(_ state: DashboardState) -> [ClientReport] {
        let all = EventSnapshot(state.events.ring, state.events.view)
        return all.slice(from: 0, count: all.count)
    }

    @Test("V holds the log, moving selects, and the title counts; Esc and V end it")
    func begins() {
        var state = Self.selecting()
        #expect(state.events.isHeld)
        #expect(state.events.selectedRowCount == 3)
        #expect(state.screen().textRows.joined(separator: "\n").contains("3 rows selected"))
        state.press("Down")
        #expect(state.events.selectedRowCount == 2)
        state.press("Esc")
        #expect(state.events.selectedRows == nil)
        #expect(state.events.isHeld)
        state.press("V")
        #expect(state.events.selectedRowCount == 1)
        state.press("V")
        #expect(state.events.selectedRows == nil)
    }

    @Test("y copies the data of the rows that are shown, a line for each, and ends the selection")
    func copies() throws {
        var state = Self.selecting()
        let texts = Self.shown(state).suffix(3).compactMap { $0.channelEvent?.data.text }
        #expect(texts.count == 3)
        let effects = state.press("y")
        #expect(effects == [.terminal(.copy(texts.joined(separator: "\n"), of: "3 rows"))])
        #expect(state.events.selectedRows == nil)
    }

    @Test("Y asks for the format, and e exports the rows")
    func otherForms() throws {
        var state = Self.selecting()
        let rows = Array(Self.shown(state).suffix(3))
        state.press("Y")
        state.type("json")
        guard case .terminal(.copy(let text, of: "3 rows"))? = state.press("Enter").first else {
            Issue.record("nothing was copied")
            return
        }
        #expect(text.split(separator: "\n").count == 3)
        #expect(text.hasPrefix("{\"v\":1,\"time\":"))
        state = Self.selecting()
        state.press("e")
        state.type("rows.jsonl")
        guard
            case .file(.export(let events, "rows.jsonl", _))? = state.press("Enter").besidesSettings
                .first
        else {
            Issue.record("nothing was exported")
            return
        }
        #expect(events.slice(from: 0, count: 10) == rows)
        #expect(state.events.selectedRows == nil)
    }

    @Test("following the log and clearing it end the selection")
    func ends() {
        for key in ["G", "p"] {
            var state = Self.selecting()
            state.press(key)
            #expect(state.events.selectedRows == nil, "\(key)")
            state.press("Up")
            #expect(state.events.selectedRows == nil, "\(key)")
        }
        var state = Self.selecting()
        state.press(":")
        state.type("clear")
        state.press("Enter")
        #expect(state.events.selectedRows == nil)
    }
}
