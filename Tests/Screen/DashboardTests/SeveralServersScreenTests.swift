import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Screens of several servers")
struct SeveralServersScreenTests {
    static func tabs(_ columns: Int, _ rows: Int) -> Canvas {
        SeveralDashboards.withTrouble(columns, rows).screen()
    }

    static func beside(_ columns: Int, _ rows: Int) -> Canvas {
        var dashboards = SeveralDashboards.withTrouble(columns, rows)
        dashboards.press("Alt-b")
        return dashboards.screen()
    }

    static func merged(_ columns: Int, _ rows: Int) -> Canvas {
        var dashboards = SeveralDashboards.deployments(columns, rows)
        dashboards.press("Alt-m")
        return dashboards.screen()
    }

    static func compared(_ columns: Int, _ rows: Int) -> Canvas {
        var dashboards = SeveralDashboards.deployments(columns, rows)
        dashboards.press("Alt-c")
        return dashboards.screen()
    }

    private static func expect(_ canvas: Canvas, _ name: String) throws {
        let differences = try GoldenScreen.differences(canvas, name, besides: #filePath)
        #expect(differences.isEmpty, "\(differences)")
    }

    @Test("one at a time")
    func tabs() throws {
        try Self.expect(Self.tabs(80, 24), "servers-tabs")
    }

    @Test("side by side")
    func beside() throws {
        try Self.expect(Self.beside(120, 40), "servers-beside")
    }

    @Test("in a combined log")
    func merged() throws {
        try Self.expect(Self.merged(120, 40), "servers-merged")
    }

    @Test("compared")
    func compared() throws {
        try Self.expect(Self.compared(80, 24), "servers-compared")
    }

    @Test("what differs, as a box")
    func differences() throws {
        var dashboards = SeveralDashboards.deployments(80, 24)
        dashboards.press("Alt-c", "Alt-d")
        dashboards.merged.events.clear()
        try Self.expect(dashboards.screen(), "servers-differences")
    }

    @Test("in ASCII, and on a low screen")
    func ascii() throws {
        var dashboards = SeveralDashboards.deployments(60, 15, glyphs: .ascii)
        dashboards.press("Alt-c")
        try Self.expect(dashboards.screen(), "servers-ascii")
    }

    @Test("an event in the inspector says its server, and what was found")
    func inspected() throws {
        var dashboards = SeveralDashboards.deployments(120, 40)
        dashboards.press("Alt-c")
        dashboards.press("/")
        for character in "refused" { dashboards.press(String(character)) }
        dashboards.press("Enter", "Enter")
        try Self.expect(dashboards.screen(), "servers-inspected")
    }
}

@Suite("The log of several servers")
struct MergedLogTests {
    static func merged() -> SeveralDashboards {
        var dashboards = SeveralDashboards.deployments(120, 40)
        dashboards.press("Alt-m")
        return dashboards
    }

    private static func names(_ state: DashboardState) -> Set<String> {
        let view = state.events.view
        let ring = state.events.ring
        return Set(
            (0..<view.count(in: ring)).compactMap { index in
                view.sequence(at: index, in: ring).flatMap { ring[$0] }
                    .flatMap { state.events.origins?.server(of: $0.number)?.name }
            })
    }

    @Test("the filter knows servers")
    func filter() throws {
        var dashboards = Self.merged()
        #expect(Self.names(dashboards.merged) == ["staging", "prod"])
        dashboards.merged.events.setFilter(try EventFilter("server:prod"))
        #expect(Self.names(dashboards.merged) == ["prod"])
        dashboards.merged.events.setFilter(try EventFilter("server!=prod kind:event"))
        #expect(Self.names(dashboards.merged) == ["staging"])
        dashboards.merged.events.setFilter(try EventFilter("server:nobody"))
        #expect(Self.names(dashboards.merged) == [])
    }

    @Test("the filter offers servers only in the log of several")
    func completion() {
        let dashboards = Self.merged()
        #expect(dashboards.merged.filterVocabulary.servers == ["staging", "prod"])
        #expect(dashboards.servers[0].filterVocabulary.servers == [])
        let offers = { (state: DashboardState, text: String) in
            FilterCompletion(
                source: text, cursor: text.count, vocabulary: state.filterVocabulary
            ).candidates.map(\.text)
        }
        #expect(offers(dashboards.merged, "server:") == ["staging", "prod"])
        #expect(offers(dashboards.merged, "ser") == ["server:"])
        #expect(offers(dashboards.servers[0], "ser") == [])
    }

    @Test("clearing the log and taking that back keeps where the rows came from")
    func clearing() {
        var dashboards = Self.merged()
        let before = dashboards.screen().textRows
        let removed = dashboards.merged.events.clear()
        #expect(Self.names(dashboards.merged) == [])
        dashboards.merged.events.restore(removed)
        #expect(Self.names(dashboards.merged) == ["staging", "prod"])
        #expect(dashboards.screen().textRows == before)
    }

    @Test("commands for one connection say where they work")
    func unavailable() throws {
        var dashboards = Self.merged()
        dashboards.press("s")
        #expect(dashboards.merged.prompt == nil)
        let text = dashboards.merged.notice.map { "\($0.text)" } ?? ""
        #expect(text.contains("this is the combined log"))
        dashboards.press("1")
        #expect(dashboards.merged.focus == .events)
    }

    @Test("with one server, the commands for several say how to open more")
    func oneServer() {
        var state = DashboardFixture.dashboard()
        for key in ["Alt-n", "Alt-p", "Alt-b", "Alt-m", "Alt-c", "Alt-d"] {
            #expect(state.press(key) == [])
            let text = state.notice.map { "\($0.text)" } ?? ""
            #expect(text.contains("buoy staging prod"), "\(key): \(text)")
        }
    }

    @Test("a comparison is typed with two names, a window, or both")
    func typed() throws {
        var dashboards = SeveralDashboards(["staging", "prod", "old"], 120, 40)
        let compared = { (state: inout DashboardState, text: String) in
            try Command.compare.argument?.perform(&state, text) ?? []
        }
        #expect(
            try compared(&dashboards.servers[0], "old prod 30s")
                == [.servers(.compare(first: "old", second: "prod", window: .seconds(30)))])
        #expect(
            try compared(&dashboards.servers[0], "sta pr")
                == [.servers(.compare(first: "staging", second: "prod", window: nil))])
        #expect(
            try compared(&dashboards.servers[0], "500ms")
                == [.servers(.compare(first: nil, second: nil, window: .milliseconds(500)))])
        #expect(try compared(&dashboards.servers[0], "off") == [.servers(.endComparison)])
        for wrong in ["staging", "staging staging", "staging prod 1h", "a b", "1 2 3 4"] {
            #expect(throws: (any Error).self, "\(wrong)") {
                try compared(&dashboards.servers[0], wrong)
            }
        }
    }

    @Test("a dashboard behind another draws no hints and no focus")
    func behind() {
        var state = DashboardFixture.dashboard()
        let front = state.screen()
        _ = state.handle(.placed(isBehind: true, isBeside: true))
        let behind = state.screen()
        #expect(behind.textRows.last?.allSatisfy { $0 == " " } == true)
        #expect(!behind.roleRows.joined().contains(Role.borderFocused.code))
        _ = state.handle(.placed(isBehind: false, isBeside: true))
        #expect(state.screen() == front)
    }
}
