import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Golden screens of the inspector")
struct InspectorScreenTests {
    private static let sizes = [(80, 24), (120, 40)]

    @Test(
        "a tree has a row for each node, and says where the selected one is",
        arguments: sizes + [(200, 60)])
    func treeScreen(columns: Int, rows: Int) throws {
        let state = DashboardFixture.inspectingTree(columns, rows)
        try expectGolden(state, pane: .inspector, "inspector-tree")
    }

    @Test("data laid out has moments as comments", arguments: sizes + [(200, 60)])
    func pretty(columns: Int, rows: Int) throws {
        var state = DashboardFixture.inspecting(columns, rows)
        state.press("v")
        try expectGolden(state, pane: .inspector, "inspector-pretty")
    }

    @Test("raw data is wrapped, and everything hidden spelled", arguments: sizes)
    func raw(columns: Int, rows: Int) throws {
        var state = DashboardFixture.inspecting(columns, rows)
        state.press("v", "v")
        try expectGolden(state, pane: .inspector, "inspector-raw")
    }

    @Test("bytes stand beside their characters", arguments: sizes)
    func hex(columns: Int, rows: Int) throws {
        var state = DashboardFixture.inspecting(columns, rows)
        state.press("v", "v", "v")
        try expectGolden(state, pane: .inspector, "inspector-hex")
    }

    @Test("a difference has a sign for each change", arguments: sizes)
    func differenceScreen(columns: Int, rows: Int) throws {
        try expectGolden(Self.difference(columns, rows), pane: .inspector, "inspector-difference")
    }

    static func difference(_ columns: Int, _ rows: Int) -> DashboardState {
        var state = DashboardFixture.inspecting(columns, rows)
        state.press("d")
        return state
    }

    @Test("a member has facts and user_info", arguments: sizes)
    func member(columns: Int, rows: Int) throws {
        var state = DashboardFixture.dashboard(.sandboxSession(), columns, rows)
        state.press("2", "Down", "Enter")
        try expectGolden(state, pane: .inspector, "inspector-member")
    }

    @Test("a channel has counters")
    func channel() throws {
        var state = DashboardFixture.dashboard()
        state.press("1", "Down", "Down", "Enter")
        try expectGolden(state, pane: .inspector, "inspector-channel")
    }

    @Test("ASCII glyphs draw nothing but ASCII in any view")
    func ascii() throws {
        var state = DashboardFixture.inspecting(80, 24, glyphs: .ascii)
        for view in DataView.allCases {
            state.inspector?.show(view)
            #expect(state.screen().cells.count { !$0.scalar.isASCII } == 0)
            if view == .tree { try expectGolden(state, pane: .inspector, "inspector-ascii") }
        }
        state.press("d")
        #expect(state.screen().cells.count { !$0.scalar.isASCII } == 0)
    }

    @Test("hostile names, keys and values stay in their cells in any view")
    func hostile() throws {
        var session = RecordedEvents()
        session.connect()
        let data =
            #"{"\u001b[31m\u202e":"\u0000\u009b\u200b","x\ny":["\r\n"],"a.b[0]":"漢字🎉","t":"{\"\\u202e\":1}"}"#
        session.receive("na\rme\u{9B}31m", on: "evil\u{1B}[2J\u{202E}", data)
        session.wait(.seconds(1))
        var state = DashboardFixture.dashboard(session)
        state.press("3", "Enter", "5", "Down")
        try expectGolden(state, pane: .inspector, "inspector-hostile")
        for view in DataView.allCases {
            state.inspector?.show(view)
            let scalars = state.screen().cells.map(\.scalar)
            #expect(scalars.count { $0.value < 0x20 || $0 == "\u{202E}" || $0 == "\u{9B}" } == 0)
        }
    }

    @Test("the smallest screen still has every view", arguments: DataView.allCases)
    func smallest(view: DataView) {
        var state = DashboardFixture.inspecting(40, 8)
        state.inspector?.show(view)
        let before = state.screen()
        for _ in 0..<60 { state.press("Down") }
        #expect(state.screen() != before)
        #expect(state.screen().size == ScreenSize(columns: 40, rows: 8))
    }
}
