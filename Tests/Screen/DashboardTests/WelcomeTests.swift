import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

/// The first seconds of somebody who knows nothing of the program.
@Suite("The first seconds")
struct WelcomeTests {
    private static func demonstration(_ columns: Int, _ rows: Int) -> DashboardState {
        DashboardFixture.dashboard(.sandboxSession(), columns, rows) { $0.isDemonstration = true }
    }

    @Test(
        "it says what this is and what to try, whole, at every size",
        arguments: [(40, 8), (60, 15), (60, 24), (80, 24), (120, 40), (200, 60)])
    func welcome(columns: Int, rows: Int) throws {
        let state = Self.demonstration(columns, rows)
        let row = try #require(
            state.screen().textRows.last { $0.lowercased().contains("demo") })
        #expect(row.contains("E breaks the connection"))
        #expect(!row.contains("…"))
    }

    @Test("a .env file in the folder is offered, and nothing else happens")
    func found() throws {
        let state = DashboardFixture.empty {
            $0.isDemonstration = true
            $0.foundServer = "shop/.env"
        }
        let row = try #require(state.screen().textRows.last { $0.contains("offers") })
        #expect(row.contains("Demo"), "\(row)")
        #expect(row.contains("O offers shop/.env"), "\(row)")
    }

    @Test("the first key ends it, and so does time")
    func end() {
        var state = Self.demonstration(80, 24)
        state.press("Down")
        #expect(!state.screen().textRows.contains { $0.contains("emonstration") })
        state = Self.demonstration(80, 24)
        _ = state.handle(.tick(state.now.advanced(by: .seconds(19))))
        #expect(state.screen().textRows.contains { $0.contains("emonstration") })
        _ = state.handle(.tick(state.now.advanced(by: .seconds(2))))
        #expect(!state.screen().textRows.contains { $0.contains("emonstration") })
    }

    @Test("a warning is shown in its place, and a server of one's own has none")
    func hidden() {
        var state = Self.demonstration(80, 24)
        state.show(.warning, "look here")
        #expect(state.screen().textRows.contains { $0.contains("look here") })
        let other = DashboardFixture.dashboard()
        #expect(!other.screen().textRows.contains { $0.contains("emonstration") })
    }

    @Test(
        "the footer of 80x24 offers filter and search, once where they are the same",
        arguments: Catalog.core.panes)
    func footer(pane: PaneID) {
        var state = DashboardFixture.dashboard()
        state.focus(on: pane)
        let footer = state.screen().textRows.last ?? ""
        #expect(footer.contains("/ search") == (pane != .channels))
        #expect(footer.contains("f filter") == (pane != .inspector))
    }

    @Test("it begins with the pane that the options name, if there is one")
    func firstPane() {
        var options = DashboardFixture.options()
        options.isDemonstration = true
        options.firstPane = .connection
        let size = ScreenSize(columns: 80, rows: 24)
        let connection = DashboardState(options: options, size: size)
        #expect(connection.focus == .connection && !connection.isWelcoming)
        options.firstPane = PaneID(99, "Nowhere")
        let usual = DashboardState(options: options, size: size)
        #expect(usual.focus == .channels && usual.isWelcoming)
    }

    @Test("tabs have names on the smallest screen, also while the log is held")
    func tabs() {
        var state = DashboardFixture.dashboard(.sandboxSession(), 40, 8)
        #expect(state.screen().textRows[1].contains(" 1 Chan 2 Memb[3 Events] 4 Bind 0 Conn"))
        state.press("Up")
        #expect(state.screen().textRows[1].contains("[3 Events]"))
        #expect(SoundScreen(state).rowsOfOtherWidth.isEmpty)
    }

    @Test(
        "a screen that is too small says what it needs and what still works",
        arguments: [(30, 5), (39, 20), (80, 4), (20, 3), (12, 2)])
    func tooSmall(columns: Int, rows: Int) {
        let state = DashboardFixture.dashboard(.sandboxSession(), columns, rows)
        let text = state.screen().textRows.joined(separator: " ")
            .split(separator: " ").joined(separator: " ")
        #expect(text.contains("40x8 needed"))
        guard columns > 12 else { return }
        #expect(text.contains("q quits"))
        guard columns > 20 else { return }
        #expect(text.contains("? needs more room") || text.contains("? and the other"))
    }
}
