import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Golden screens of what opens over the panes")
struct PaletteScreenTests {
    @Test("the command line completes what a command acts on")
    func argument() throws {
        var state = DashboardFixture.choosing()
        state.press(":")
        state.type("unsubscribe p")
        try expectGolden(state.withoutEvents, "command-argument")
    }

    @Test("an error points at the word")
    func error() throws {
        var state = DashboardFixture.choosing()
        state.press(":")
        state.type("subscrbe chat")
        state.press("Enter")
        try expectGolden(state.withoutEvents, "command-error")
        state.press("Ctrl-U")
        state.type("filter order size>2x")
        state.press("Enter")
        try expectGolden(state.withoutEvents, "command-filter-error")
    }

    @Test("the themes leave the panes visible")
    func themesScreen() throws {
        try expectGolden(Self.themes().withoutEvents, "themes")
    }

    static func themes() -> DashboardState {
        var state = DashboardFixture.choosing()
        state.press("Ctrl-T", "Down", "Down")
        return state
    }

    @Test("the forms of copying")
    func copyAs() throws {
        var state = DashboardFixture.choosing()
        state.press("3", "Y")
        try expectGolden(state.withoutEvents, "copy-as")
    }

    @Test("saved filters, and the question before one is forgotten")
    func savedFilters() throws {
        var state = DashboardFixture.choosing()
        state.press("F", "Del")
        try expectGolden(state.withoutEvents, "saved-filters")
    }

    @Test("figures stand at the top right")
    func figures() throws {
        var state = DashboardFixture.choosing()
        state.press("F12")
        _ = state.handle(
            .figures([
                Action.Figure("frames per second", "12"), Action.Figure("bytes per frame", "214"),
                Action.Figure("frames skipped", "0"), Action.Figure("events waiting", "3"),
            ]))
        try expectGolden(state.withoutEvents, "figures")
    }

    @Test("a search in earlier lines says what is looked for")
    func historySearch() throws {
        var state = DashboardFixture.choosing()
        for line in ["presence-a", "private-b", "presence-c"] {
            state.press("s")
            state.type(line)
            state.press("Enter")
        }
        state.press("s", "Ctrl-R")
        state.type("pres")
        state.press("Ctrl-R")
        try expectGolden(state.withoutEvents, "history-search")
    }

    @Test(
        "with ASCII glyphs, what opens is ASCII too",
        arguments: ["?", ":", "Ctrl-T", "Y", "F", "a", "F12"])
    func ascii(key: String) throws {
        var state = DashboardFixture.choosing(glyphs: .ascii)
        state.press("3", key)
        if key == ":" { state.type("s") }
        state.press("Down")
        #expect(state.screen().cells.allSatisfy { $0.scalar.isASCII })
        if key == "Ctrl-T" { try expectGolden(state.withoutEvents, "themes-ascii") }
    }

    @Test(
        "what opens stays on the screen, from the smallest to a large one",
        arguments: ["?", ":", "Ctrl-T", "Y", "F", "a", "F12"],
        [(1, 1), (40, 8), (41, 9), (60, 15), (80, 20), (200, 60)])
    func sizes(key: String, size: (columns: Int, rows: Int)) {
        var state = DashboardFixture.choosing(size.columns, size.rows)
        state.press(key)
        state.type("s")
        for name in ["Down", "PgDn", "PgUp", "Up", "Tab"] {
            state.press(name)
            #expect(state.screen().size == state.size)
        }
    }
}
