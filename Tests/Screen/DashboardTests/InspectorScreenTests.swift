import ChannelsProtocol
import DashboardParts
import DashboardTesting
import TestSupport
import Testing
import TextScreen

@testable import Dashboard
@testable import DashboardPanes

@Suite("Golden screens of the inspector")
struct InspectorScreenTests {
    private static let sizes = [(80, 24), (120, 40)]

    /// A dashboard that inspects an order whose difference, moments, texts and hidden characters
    /// are worth a look.
    private static func dashboard(
        _ columns: Int, _ rows: Int, glyphs: GlyphSet = .unicode
    ) -> DashboardState {
        var session = RecordedEvents.sandboxSession()
        let orders = [
            #"{"order":42,"state":"paid","at":1795269748461,"items":[{"sku":"A-100","qty":2}],"gift":true}"#,
            "{\"order\":42,\"state\":\"shipped\",\"at\":1795269767461,"
                + #""items":[{"sku":"A-100","qty":1},{"sku":"B-7","qty":1}],"#
                + #""label":"{\"carrier\":\"DHL\",\"to\":\"Malmö\"}","#
                + "\"note\":\"leave at the door\u{202E}, ring twice, and if nobody opens, ask at the\\n"
                + " kiosk on the other side of the street\"}",
        ]
        for order in orders {
            session.receive("order.state", on: "private-orders-42", order)
            session.wait(.milliseconds(525))
        }
        var state = DashboardFixture.dashboard(session, columns, rows, glyphs: glyphs)
        state.press("3", "Enter", "5")
        return state
    }

    @Test(
        "a tree has a row for each node, and says where the selected one is",
        arguments: sizes + [(200, 60)])
    func treeScreen(columns: Int, rows: Int) throws {
        try expectGolden(Self.tree(columns, rows), "inspector-tree")
    }

    static func tree(_ columns: Int, _ rows: Int) -> DashboardState {
        var state = Self.dashboard(columns, rows)
        state.inspector?.go(to: "$.items[1].sku")
        return state
    }

    @Test("data laid out has moments as comments", arguments: sizes + [(200, 60)])
    func pretty(columns: Int, rows: Int) throws {
        var state = Self.dashboard(columns, rows)
        state.press("v")
        try expectGolden(state, "inspector-pretty")
    }

    @Test("raw data is wrapped, and everything hidden spelled", arguments: sizes)
    func raw(columns: Int, rows: Int) throws {
        var state = Self.dashboard(columns, rows)
        state.press("v", "v")
        try expectGolden(state, "inspector-raw")
    }

    @Test("bytes stand beside their characters", arguments: sizes)
    func hex(columns: Int, rows: Int) throws {
        var state = Self.dashboard(columns, rows)
        state.press("v", "v", "v")
        try expectGolden(state, "inspector-hex")
    }

    @Test("a difference has a sign for each change", arguments: sizes)
    func differenceScreen(columns: Int, rows: Int) throws {
        try expectGolden(Self.difference(columns, rows), "inspector-difference")
    }

    static func difference(_ columns: Int, _ rows: Int) -> DashboardState {
        var state = Self.dashboard(columns, rows)
        state.press("d")
        return state
    }

    @Test("a member has facts and user_info", arguments: sizes)
    func member(columns: Int, rows: Int) throws {
        var state = DashboardFixture.dashboard(.sandboxSession(), columns, rows)
        state.press("2", "Down", "Enter")
        try expectGolden(state, "inspector-member")
    }

    @Test("a channel has counters")
    func channel() throws {
        var state = DashboardFixture.dashboard()
        state.press("1", "Down", "Down", "Enter")
        try expectGolden(state, "inspector-channel")
    }

    @Test("ASCII glyphs draw nothing but ASCII in any view")
    func ascii() throws {
        var state = Self.dashboard(80, 24, glyphs: .ascii)
        for view in DataView.allCases {
            state.inspector?.show(view)
            #expect(state.screen().cells.count { !$0.scalar.isASCII } == 0)
            if view == .tree { try expectGolden(state, "inspector-ascii") }
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
        try expectGolden(state, "inspector-hostile")
        for view in DataView.allCases {
            state.inspector?.show(view)
            let scalars = state.screen().cells.map(\.scalar)
            #expect(scalars.count { $0.value < 0x20 || $0 == "\u{202E}" || $0 == "\u{9B}" } == 0)
        }
    }

    @Test("the smallest screen still has every view", arguments: DataView.allCases)
    func smallest(view: DataView) {
        var state = Self.dashboard(40, 8)
        state.inspector?.show(view)
        let before = state.screen()
        for _ in 0..<60 { state.press("Down") }
        #expect(state.screen() != before)
        #expect(state.screen().size == ScreenSize(columns: 40, rows: 8))
    }
}
