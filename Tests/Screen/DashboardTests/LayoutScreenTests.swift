import ChannelsProtocol
import DashboardTesting
import TestSupport
import Testing
import TextScreen

@testable import Dashboard
@testable import DashboardPanes
@testable import DashboardParts

@Suite("Golden screens of the layouts")
struct LayoutScreenTests {
    private static func session() -> RecordedEvents {
        var session = RecordedEvents.sandboxSession()
        session.subscribe(
            "presence-game-1",
            members: [RecordedEvents.member("u01", "Kim"), RecordedEvents.member("u88", "Rook")],
            me: "u01")
        session.wait(.seconds(1))
        return session
    }

    @Test(
        "each preset arranges the panes for what it is for",
        arguments: [
            ("events", 80, 24), ("presence", 80, 24), ("debugging", 80, 24), ("presence", 120, 40),
            ("debugging", 120, 40), ("events", 200, 60), ("presence", 200, 60),
            ("debugging", 200, 60), ("debugging", 60, 15),
        ])
    func presets(name: String, columns: Int, rows: Int) throws {
        try expectGolden(Self.dashboard(name, columns, rows), "layout-\(name)")
    }

    /// A dashboard in a layout, with the keys in the events.
    static func dashboard(_ layout: String, _ columns: Int, _ rows: Int) -> DashboardState {
        var state = DashboardFixture.dashboard(Self.session(), columns, rows)
        _ = state.useLayout(named: layout)
        state.notice = nil
        state.focus(on: .events)
        return state
    }

    @Test("a narrow, high screen has one column of title rules, and rows for two of them")
    func oneColumn() throws {
        var state = DashboardFixture.dashboard(Self.session(), 60, 30)
        state.notice = nil
        try expectGolden(state, "one-column")
    }

    @Test("the members of all presence channels stand below each other")
    func rosters() throws {
        var state = DashboardFixture.dashboard(Self.session(), 200, 60)
        state.notice = nil
        state.press("2", "2")
        try expectGolden(state, "rosters")
    }

    @Test("the log takes the lower half while it has the keys, and the lists are title rules")
    func log() throws {
        var state = DashboardFixture.dashboard(Self.session())
        state.notice = nil
        state.press("6")
        try expectGolden(state, "log-focused")
    }
}
