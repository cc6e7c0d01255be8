import BuoyDashboardTesting
import BuoyTestBasics
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Arranging the panes")
struct LayoutCommandTests {
    private func height(_ state: DashboardState, _ pane: PaneID) -> Int {
        state.layout.rect(of: pane)?.height ?? 0
    }

    @Test("+ and - move the edge of the focused pane, and the setting is kept")
    func splits() {
        var state = DashboardFixture.dashboard()
        let before = self.height(state, .channels)
        let effects = state.press("+")
        #expect(self.height(state, .channels) == before + 1)
        #expect(effects == [.file(.saveSettings(state.settings))])
        state.press("3", "+", "+", "+")
        #expect(self.height(state, .channels) == 1)
        state.press("-")
        #expect(self.height(state, .channels) == 6)
        state.press("-")
        #expect(self.height(state, .channels) == 7)
    }

    @Test("a pane as high as the screen gets columns")
    func columns() {
        var state = DashboardFixture.dashboard(.sandboxSession(), 200, 60)
        state.press("3")
        let before = state.layout.rect(of: .events)?.width ?? 0
        state.press("+")
        #expect(state.layout.rect(of: .events)?.width == before + 2)
    }

    @Test("nothing can be moved so far that a pane has no rows, and the key says so")
    func limits() {
        var state = DashboardFixture.dashboard(.sandboxSession(), 120, 40)
        for _ in 0..<80 { state.press("+") }
        #expect(self.height(state, .events) == 3)
        #expect(state.notice?.text.contains("cannot grow") == true)
        state.press("z", "+")
        #expect(state.notice?.text.contains("z shows all") == true)
    }

    @Test("the layout for reading gives Events the keys, so that the lists are folded at once")
    func readingLayout() {
        var state = DashboardFixture.dashboard(.sandboxSession(), 120, 40)
        state.press("1")
        _ = state.useLayout(named: "events")
        #expect(state.focus == .events)
        #expect(self.height(state, .channels) <= 1)
        state.press("Enter", "5")
        _ = state.useLayout(named: "events")
        #expect(state.focus == .inspector)
    }

    @Test("a split survives another size, and the standard layout takes it back")
    func proportions() {
        var state = DashboardFixture.dashboard(.sandboxSession(), 120, 40)
        let usual = self.height(state, .channels)
        state.press("+", "+", "+", "+")
        _ = state.handle(.resized(ScreenSize(columns: 50, rows: 10)))
        _ = state.handle(.resized(ScreenSize(columns: 120, rows: 40)))
        #expect(self.height(state, .channels) == usual + 4)
        _ = state.handle(.resized(ScreenSize(columns: 120, rows: 60)))
        #expect(self.height(state, .channels) > usual + 6)
        _ = state.handle(.resized(ScreenSize(columns: 120, rows: 40)))
        #expect(state.useLayout(named: "standard") == [.file(.saveSettings(state.settings))])
        #expect(self.height(state, .channels) == usual)
    }

    @Test("however the size changes, what is selected stays on the screen")
    func resizing() {
        var state = DashboardFixture.dashboard(.sandboxSession(), 120, 40)
        state.press("G", "3", "PgUp", "PgUp", "Up")
        let selected = state.events.selectedEvent
        var dice = Dice(seed: 7)
        for _ in 0..<60 {
            let size = ScreenSize(columns: dice.number(20...220), rows: dice.number(4...70))
            _ = state.handle(.resized(size))
            #expect(state.events.selectedEvent == selected)
            guard SizeClass(size) != .tooSmall, let rect = state.layout.content(of: .events) else {
                continue
            }
            let rows = state.screen().textRows[rect.y..<rect.endY]
            #expect(rows.contains { $0.contains("▸") }, "\(size)")
        }
        #expect(state.channels.selected?.text == "private-audit")
    }

    @Test("layouts get names, but none that is built in is replaced or removed")
    func names() {
        var state = DashboardFixture.dashboard()
        #expect(state.layoutNames == ["standard", "events", "presence", "debugging"])
        #expect(state.useLayout(named: "nothing").isEmpty)
        #expect(state.notice?.text.contains("standard, events, presence") == true)
        #expect(state.saveLayout(named: "events").isEmpty)
        #expect(state.notice?.text.contains("is built in") == true)
        #expect(state.saveLayout(named: "sm\u{1B}ll").isEmpty)
        #expect(state.removeLayout(named: "events").isEmpty)
        state.press("+")
        let mine = state.settings.layout
        #expect(state.saveLayout(named: "mine") == [.file(.saveSettings(state.settings))])
        #expect(state.layoutNames.last == "mine")
        #expect(state.layoutName == "mine")
        _ = state.useLayout(named: "presence")
        _ = state.useLayout(named: "mine")
        #expect(state.settings.layout == mine)
        #expect(state.removeLayout(named: "mine") == [.file(.saveSettings(state.settings))])
        #expect(state.layoutNames.count == 4)
    }

    @Test("where one pane is seen, a layout goes to the pane that it is about")
    func compact() {
        var state = DashboardFixture.dashboard(.sandboxSession(), 60, 15)
        _ = state.useLayout(named: "presence")
        #expect(state.focus == .members)
        _ = state.useLayout(named: "debugging")
        #expect(state.focus == .connection)
    }

    @Test("2 goes from one presence channel to the next")
    func nextRoster() {
        var session = RecordedEvents.sandboxSession()
        session.subscribe("presence-game-1", members: [RecordedEvents.member("u1", "Ana")])
        var state = DashboardFixture.dashboard(session, 200, 60)
        state.press("2")
        #expect(state.rosterChannel?.text == "presence-lobby")
        state.press("2")
        #expect(state.rosterChannel?.text == "presence-game-1")
        state.press("2")
        #expect(state.rosterChannel?.text == "presence-lobby")
    }

    @Test("Enter in the bindings inspects nothing: it shows the events of the binding")
    func enterInBindings() {
        var state = DashboardFixture.dashboard(.sandboxSession(), 120, 40)
        state.press("4", "Enter")
        #expect(state.inspector == nil)
        #expect(state.focus == .events && state.events.view.filter != nil)
    }

    @Test("who comes back to the window is told what happened meanwhile")
    func absence() {
        var session = RecordedEvents.sandboxSession()
        var state = DashboardFixture.dashboard(session)
        state.notice = nil
        let seen = session.events.count
        _ = state.handle(.key(.focusOut))
        _ = state.handle(.key(.focusIn))
        #expect(state.notice == nil)
        _ = state.handle(.key(.focusOut))
        for _ in 0..<12 { session.receive("price", on: "ticker-BTCUSD", "{}") }
        session.wait(.seconds(70))
        _ = state.handle(.client(Array(session.events[seen...])))
        _ = state.handle(.tick(session.time))
        _ = state.handle(.key(.focusIn))
        #expect(state.notice?.text == "while you were away (1m10s): 12 events")
    }
}
