import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("The mouse")
struct MouseTests {
    private static func dashboard(_ columns: Int = 80, _ rows: Int = 24) -> DashboardState {
        var state = DashboardFixture.dashboard(.sandboxSession(), columns, rows)
        _ = state.handle(.mouseSwitched(true))
        return state
    }

    @Test("F2 switches it, and each time says how text is selected")
    func switching() {
        var state = DashboardFixture.dashboard()
        #expect(state.press("F2") == [.terminal(.setMouse(true))])
        // It is the same the next time.
        #expect(state.handle(.mouseSwitched(true)) == [.file(.saveSettings(state.settings))])
        #expect(state.settings.usesMouse)
        #expect(state.notice?.text.contains("hold Shift to select text; F2 turns it off") == true)
        #expect(state.press("F2") == [.terminal(.setMouse(false))])
        _ = state.handle(.mouseSwitched(false))
        #expect(state.notice?.text.contains("F2 turns it on") == true)
    }

    @Test("a press selects the row under it, a second one opens it")
    func rows() {
        var state = Self.dashboard()
        state.point("private-orders-42")
        #expect(state.focus == .channels)
        #expect(state.channels.selected?.text == "private-orders-42")
        #expect(state.inspector == nil)
        state.point("private-orders-42")
        #expect(state.inspectorTitle.contains("private-orders-42"))
    }

    @Test("a press on an event holds the log there")
    func events() {
        var state = Self.dashboard()
        state.point("~joined")
        #expect(state.focus == .events)
        #expect(state.events.isHeld)
        #expect(state.screen().textRows.contains { $0.hasPrefix("▸") && $0.contains("~joined") })
        state.point("~joined")
        #expect(state.inspector != nil)
    }

    @Test("a press in the inspector selects a node, a second one folds it")
    func inspector() {
        var state = Self.dashboard(120, 40)
        state.press("3", "/")
        state.type("shipped")
        state.press("Enter", "Enter")
        state.point("\"items\": ")
        #expect(state.focus == .inspector)
        #expect(state.inspector?.selectedPath == "$.items")
        #expect(state.screen().textRows.contains { $0.contains("\"qty\": 2") })
        state.point("\"items\": ")
        #expect(!state.screen().textRows.contains { $0.contains("\"qty\": 2") })
    }

    @Test("bindings and members are selected too; a heading is not")
    func lists() {
        var state = Self.dashboard(120, 40)
        state.point("order.test")
        #expect(state.focus == .bindings)
        #expect(state.bindings.selectedBinding?.event?.text == "order.test")
        state.point("all channels")
        #expect(state.bindings.selectedBinding?.event?.text == "order.test")
        state.point("u05")
        #expect(state.focus == .members)
        #expect(state.members.selectedMember(in: state.rosterChannel)?.id.text == "u05")
    }

    @Test("the wheel scrolls what is under it and leaves the keys where they are")
    func wheel() {
        var state = Self.dashboard()
        state.point("~left", .wheelUp)
        #expect(state.focus == .channels)
        #expect(state.events.isHeld)
        #expect(!state.screen().textRows.contains { $0.contains("~left") })
        state.point("client-typing", .wheelDown)
        #expect(!state.events.isHeld)
    }

    @Test("an edge is dragged, and kept when it is let go")
    func drag() {
        var state = Self.dashboard()
        state.point("3 Events")
        _ = state.handle(.key(.mouse(MousePress(.drag, x: 4, y: 14))))
        #expect(state.layout.rect(of: .events)?.y == 14)
        _ = state.handle(.key(.mouse(MousePress(.drag, x: 4, y: 12))))
        let effects = state.handle(.key(.mouse(MousePress(.release, x: 4, y: 12))))
        #expect(effects == [.file(.saveSettings(state.settings))])
        #expect(state.layout.rect(of: .events)?.y == 12)
        let divider = state.layout.dividers[0]
        _ = state.handle(.key(.mouse(MousePress(.press, x: divider.x, y: 5))))
        _ = state.handle(.key(.mouse(MousePress(.drag, x: 40, y: 5))))
        #expect(state.layout.dividers[0].x == 40)
        _ = state.handle(.key(.mouse(MousePress(.release, x: 40, y: 5))))
        #expect(state.handle(.key(.mouse(MousePress(.drag, x: 60, y: 5)))).isEmpty)
        #expect(state.layout.dividers[0].x == 40)
    }

    @Test("hints, tabs and the state of the log can be pressed")
    func words() {
        var state = Self.dashboard()
        state.notice = nil
        state.point("s subscribe")
        #expect(state.prompt?.kind == .argument(.subscribe))
        state.press("Esc")
        state.point("following")
        #expect(state.events.isHeld)
        state.point("PAUSED")
        #expect(!state.events.isHeld)
        var empty = DashboardFixture.empty()
        empty.point("3 Events")
        #expect(empty.focus == .events)
    }

    @Test("every tab is pressed where it is drawn")
    func tabs() {
        var state = Self.dashboard(60, 15)
        for pane in [PaneID.members, .bindings, .connection, .channels, .events] {
            let line = state.tabLine(width: 60, glyphs: .unicode)
            let columns = line.tabs.first { $0.pane == pane }?.columns ?? 0..<0
            for x in columns { #expect(state.target(x: x, y: 1) == .tab(pane)) }
            _ = state.handle(.key(.mouse(MousePress(.press, x: columns.lowerBound, y: 1))))
            #expect(state.focus == pane)
        }
        let mark = state.tabLine(width: 60, glyphs: .unicode).state
        _ = state.handle(.key(.mouse(MousePress(.press, x: mark.lowerBound, y: 1))))
        #expect(state.events.isHeld)
    }

    @Test("every hint that is drawn does what its key does")
    func allHints() {
        for focus in ["1", "2", "3", "4"] {
            var state = Self.dashboard(200, 60)
            state.press(focus)
            let y = state.layout.footer.y
            for hint in state.footerHints(width: 200) {
                #expect(state.target(x: hint.columns.lowerBound, y: y) == .command(hint.command))
                #expect(
                    state.target(x: hint.columns.upperBound - 1, y: y) == .command(hint.command))
            }
        }
    }

    @Test("in a prompt a press moves the cursor, and elsewhere does nothing")
    func prompt() {
        var state = Self.dashboard()
        state.press("s")
        state.type("日本-channel")
        let y = state.layout.status.y
        let start = (state.screen().cursor?.x ?? 0) - 12
        _ = state.handle(.key(.mouse(MousePress(.press, x: start + 4, y: y))))
        #expect(state.prompt?.field.cursor == 2)
        _ = state.handle(.key(.mouse(MousePress(.press, x: start, y: y))))
        #expect(state.prompt?.field.cursor == 0)
        _ = state.handle(.key(.mouse(MousePress(.press, x: start + 3, y: y))))
        #expect(state.prompt?.field.cursor == 1)
        _ = state.handle(.key(.mouse(MousePress(.press, x: 79, y: y))))
        #expect(state.prompt?.field.cursor == 10)
        state.point("3 Events")
        #expect(state.prompt != nil)
        #expect(state.focus == .channels)
    }

    @Test("the help scrolls, selects, runs, and closes beside its box")
    func help() {
        var state = Self.dashboard()
        state.press("?", "?")
        state.press("Down")
        state.point("Subscribe  ")
        #expect(state.help != nil)
        state.point("Subscribe  ")
        #expect(state.prompt?.kind == .argument(.subscribe))
        state.press("Esc", "?", "?")
        _ = state.handle(.key(.mouse(MousePress(.wheelDown, x: 40, y: 10))))
        _ = state.handle(.key(.mouse(MousePress(.press, x: 0, y: 0))))
        #expect(state.help == nil)
    }

    @Test("of several lists of members, a press selects the channel")
    func rosters() {
        var session = RecordedEvents.sandboxSession()
        session.subscribe("presence-game-1", members: [RecordedEvents.member("u88", "Rook")])
        var state = DashboardFixture.dashboard(session, 200, 60)
        state.point("u88")
        #expect(state.focus == .members)
        #expect(state.channels.selected?.text == "presence-game-1")
        #expect(state.members.selectedMember(in: state.rosterChannel)?.id.text == "u88")
    }
}

extension DashboardState {
    /// The row of the screen with the title of the inspector; empty when it is closed.
    var inspectorTitle: String {
        self.screen().textRows.first { $0.contains("5 Inspector") } ?? ""
    }

    /// Uses the mouse on the first place of the screen where a string stands.
    fileprivate mutating func point(_ text: String, _ kind: MousePress.Kind = .press) {
        let wanted = Array(text)
        for (y, row) in self.screen().textRows.enumerated() {
            let row = Array(row)
            guard row.count >= wanted.count else { continue }
            for x in 0...row.count - wanted.count
            where row[x..<x + wanted.count].elementsEqual(wanted) {
                _ = self.handle(.key(.mouse(MousePress(kind, x: x, y: y))))
                return
            }
        }
        Issue.record("\(text) is not on the screen")
    }
}
