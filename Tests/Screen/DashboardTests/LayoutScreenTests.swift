import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Golden screens of the layouts")
struct LayoutScreenTests {
    @Test(
        "each preset arranges the panes for what it is for",
        arguments: [
            ("events", 80, 24), ("presence", 80, 24), ("debugging", 80, 24), ("presence", 120, 40),
            ("debugging", 120, 40), ("events", 200, 60), ("presence", 200, 60),
            ("debugging", 200, 60), ("debugging", 60, 15),
        ])
    func presets(name: String, columns: Int, rows: Int) throws {
        let state = DashboardFixture.arranged(name, columns, rows)
        try expectGolden(state.withoutEvents, "layout-\(name)")
    }

    @Test("a narrow, high screen has one column of title rules, and rows for two of them")
    func oneColumn() throws {
        var state = DashboardFixture.dashboard(DashboardFixture.arrangedSession(), 60, 30)
        state.notice = nil
        try expectGolden(state.withoutEvents, "one-column")
    }

    @Test("the members of all presence channels stand below each other")
    func rosters() throws {
        var state = DashboardFixture.dashboard(DashboardFixture.arrangedSession(), 200, 60)
        state.notice = nil
        state.press("2", "2")
        try expectGolden(state.withoutEvents, "rosters")
    }

    @Test("the focused connection takes the lower half, and the lists become title rules")
    func log() throws {
        var state = DashboardFixture.dashboard(DashboardFixture.arrangedSession())
        state.notice = nil
        state.press("6")
        try expectGolden(state.withoutEvents, "log-focused")
    }
}
