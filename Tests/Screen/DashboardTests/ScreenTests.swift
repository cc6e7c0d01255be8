import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Golden screens")
struct ScreenTests {
    @Test("before anything happened, the screen says what to do")
    func initial() throws {
        try expectGolden(DashboardFixture.empty(), "initial")
    }

    @Test("a connected session fills the screen")
    func connected() throws {
        try expectGolden(DashboardFixture.dashboard(), "connected")
    }

    @Test(
        "each size class has its arrangement",
        arguments: [(120, 40), (200, 60), (60, 15), (30, 5), (100, 30), (130, 24)])
    func arrangement(columns: Int, rows: Int) throws {
        var state = DashboardFixture.dashboard(.sandboxSession(), columns, rows)
        if columns == 60 { state.press("3") }
        try expectGolden(state.withoutEvents, "arrangement")
    }

    @Test(
        "a dropped connection shows the countdown, the reason and stale members",
        arguments: [(80, 24), (120, 40), (200, 60), (60, 15), (60, 24)])
    func reconnecting(columns: Int, rows: Int) throws {
        let state = DashboardFixture.reconnecting(columns, rows)
        try expectGolden(state.withoutEvents, "reconnecting")
    }

    @Test("a code that forbids another attempt is explained")
    func failedScreen() throws {
        try expectGolden(Self.failed().withoutEvents, "failed")
    }

    static func failed() -> DashboardState {
        var session = RecordedEvents()
        session.add(
            .stateChanged(
                StateChange(previous: .initialized, current: .connecting, cause: .asked)))
        session.startAttempt(1)
        session.wait(.milliseconds(40))
        let end = ConnectionEnd.closed(4001, reason: "Application does not exist")
        session.add(
            .stateChanged(StateChange(previous: .connecting, current: .failed, cause: .ended(end))))
        session.wait(.seconds(3))
        return DashboardFixture.dashboard(session)
    }

    @Test("a server that stays silent after a ping is marked")
    func silent() throws {
        var session = RecordedEvents.sandboxSession()
        session.add(.pingSent(.sample))
        session.wait(.seconds(12))
        let state = DashboardFixture.dashboard(session)
        try expectGolden(state, in: state.layout.header, "silent")
    }

    @Test("the subscribe prompt offers known channels")
    func prompt() throws {
        var state = DashboardFixture.dashboard()
        state.press("s")
        state.type("ticker-EURUSD pres")
        try expectGolden(state.withoutEvents, "prompt")
    }

    @Test("a reason that is too long for the line under the prompt stands above it, whole")
    func longPromptError() throws {
        var state = DashboardFixture.dashboard()
        state.press("s")
        state.type("bad/name")
        state.press("Enter")
        try expectGolden(state.withoutEvents, "prompt-long-error")
    }

    @Test("a message that is too long for one line takes more of them", arguments: [80, 40])
    func longNotice(columns: Int) {
        var state = DashboardFixture.dashboard(.sandboxSession(), columns, columns == 80 ? 24 : 8)
        let text = "send client-x: " + String(repeating: "word ", count: 16) + "and the end"
        _ = state.handle(.notice(.failure, text))
        let rows = state.screen().textRows
        let last = rows.lastIndex { $0.contains("and the end") }
        #expect(last == (columns == 80 ? 22 : 6))
        #expect(rows.contains { $0.hasPrefix(" ✕ send client-x: word") })
    }

    @Test("a log that is scrolled sideways shows that something is left of it, in every row")
    func scrolledSideways() throws {
        var state = DashboardFixture.dashboard()
        state.press("3", "Right")
        try expectGolden(state, pane: .events, "scrolled-sideways")
    }

    @Test("the inspector scrolls sideways by half of its width, and shows it")
    func inspectorSideways() {
        var session = RecordedEvents.sandboxSession()
        let text = (0..<40).map { "<\($0 + 100)>" }.joined()
        session.receive("long", on: "chat-room", text)
        var state = DashboardFixture.dashboard(session)
        state.press("3", "Enter", "5", "w", "Right")
        let rows = state.screen().textRows
        // Five cells a piece, from column 1: 40 cells to the left start with piece 107's end.
        #expect(rows.contains { $0.hasPrefix("…<108>") })
    }

    @Test("an old list of members says since when, if there is room for all of it")
    func staleTitle() {
        var session = RecordedEvents.sandboxSession()
        session.drop(1006, reason: "", retryAfter: .seconds(4))
        session.wait(.seconds(3))
        let large = DashboardFixture.dashboard(session, 200, 60).screen().textRows
        #expect(large.contains { $0.contains("2 Members 9 presence-lobby  stale 3") })
        let wide = DashboardFixture.dashboard(session, 120, 40).screen().textRows
        #expect(wide.contains { $0.contains("2 Members 9 presence-lobby┬") })
    }

    @Test("what is searched for is marked in the inspector too")
    func searchInInspector() throws {
        var state = DashboardFixture.dashboard()
        state.press("3", "Enter", "/")
        state.type("carrier")
        state.press("Enter")
        let canvas = state.screen()
        let rows = zip(canvas.textRows, canvas.roleRows).filter { $0.0.contains("  \"carrier\":") }
        #expect(rows.contains { $0.1.contains(/([A-Z])\1{6}/) }, "\(rows)")
    }

    @Test("while the help is open, the last line has its keys and no others")
    func helpHints() throws {
        var state = DashboardFixture.dashboard()
        state.press("?", "?")
        let footer = try #require(state.screen().textRows.last)
        #expect(footer.contains("Enter run  Up Down select  Ctrl-U clear  Esc close"))
        #expect(!footer.contains("subscribe"))
    }

    @Test("an error stands under the prompt")
    func promptError() throws {
        var state = DashboardFixture.dashboard()
        state.press("3", "f")
        state.type("channel:")
        state.press("Enter")
        try expectGolden(state.withoutEvents, "prompt-error")
    }

    @Test("the smallest screen still has the log and the prompts")
    func smallest() throws {
        var state = DashboardFixture.dashboard(.sandboxSession(), 40, 8)
        state.press("3")
        try expectGolden(state, "smallest")
        state.press("f")
        state.type("event:")
        state.press("Enter")
        try expectGolden(state.withoutEvents, "smallest-prompt")
    }

    @Test("a large screen has room for everything at once")
    func everything() throws {
        var state = DashboardFixture.dashboard(.sandboxSession(), 200, 60)
        state.press("3", "Up", "Up", "Enter")
        try expectGolden(state.withoutEvents, "everything")
    }

    @Test("a drop leaves a scar in the log")
    func gapScreen() throws {
        try expectGolden(Self.gap(), pane: .events, "gap")
    }

    static func gap() -> DashboardState {
        var state = DashboardFixture.dashboard()
        state.press("3", "f")
        state.type("kind:connection")
        state.press("Enter")
        return state
    }

    @Test("a held log counts what is new")
    func paused() throws {
        var session = RecordedEvents.sandboxSession()
        var state = DashboardFixture.dashboard(session)
        state.press("3", "Up", "Up", "Up")
        let seen = session.events.count
        for _ in 0..<37 { session.receive("price", on: "ticker-BTCUSD", "{\"bid\":1}") }
        _ = state.handle(.client(Array(session.events[seen...])))
        try expectGolden(state, pane: .events, "paused")
    }

    @Test("a filter is shown in the title, and a search is highlighted")
    func filter() throws {
        var state = DashboardFixture.dashboard()
        state.press("3", "f")
        state.type("channel:presence-* -~members")
        state.press("Enter", "/")
        state.type("u07")
        state.press("Enter")
        try expectGolden(state, pane: .events, "filter")
    }

    @Test("the inspector lays out an event", arguments: [(80, 24), (120, 40), (60, 15)])
    func inspector(columns: Int, rows: Int) throws {
        var state = DashboardFixture.dashboard(.sandboxSession(), columns, rows)
        state.press("3", "/")
        state.type("shipped")
        state.press("Enter", "Enter")
        try expectGolden(state, pane: .inspector, "inspector")
    }

    @Test("a refused channel is explained in the inspector")
    func inspectChannel() throws {
        var state = DashboardFixture.dashboard()
        state.press("G", "Enter")
        try expectGolden(state, pane: .inspector, "inspect-channel")
    }

    @Test("the bindings take the members' place while they have the keys")
    func bindings() throws {
        var state = DashboardFixture.dashboard()
        let place = state.layout.rect(of: .members)
        state.press("4", "Down")
        #expect(state.layout.rect(of: .bindings) == place)
        try expectGolden(state, pane: .bindings, "bindings")
    }

    @Test("hostile names and data stay in their cells")
    func hostile() throws {
        var session = RecordedEvents()
        session.connect()
        session.subscribe("evil\u{1B}[2J\r\nchannel\u{202E}gnp")
        session.subscribe(
            "presence-x",
            members: [
                PresenceMember(id: "\u{1B}]0;owned\u{7}"),
                RecordedEvents.member("u\u{200B}2", "a\u{301}\u{301}\u{301}\u{301}b"),
            ])
        session.receive("na\rme\u{9B}31m", on: "presence-x", "{\"a\":\"\\u001b[31mred\\u202e\"}")
        session.receive("x", on: "presence-x", "\u{1B}[2J\u{1B}[H plain\ntwo\tlines")
        session.receive(
            EventName(String(repeating: "long", count: 60)), on: String(repeating: "n", count: 300),
            "")
        session.add(
            .problem(ReportedProblem(kind: .serverError(code: 4301), text: "over\u{8}\u{8}quota")))
        session.wait(.seconds(1))
        var state = DashboardFixture.dashboard(session)
        try expectGolden(state, pane: .channels, "hostile-channels")
        try expectGolden(state, pane: .members, "hostile-members")
        state.press("3", "Up", "Up", "Up", "Enter")
        try expectGolden(state, pane: .inspector, "hostile")
    }

    @Test("wide characters keep the columns straight")
    func wide() throws {
        var session = RecordedEvents()
        session.connect()
        session.subscribe("日本語のチャンネル名前がとても長い場合")
        session.subscribe(
            "presence-漢字",
            members: [
                RecordedEvents.member("u1", "山田太郎"), RecordedEvents.member("u2", "Zoë 👩‍👩‍👧 Ünal"),
            ])
        session.receive("メッセージ", on: "presence-漢字", "{\"text\":\"こんにちは世界、これは長い文です、もっと長い\"}")
        session.receive("emoji", on: "presence-漢字", "{\"text\":\"🎉🎉 naïve café\"}")
        session.wait(.seconds(1))
        let state = DashboardFixture.dashboard(session)
        try expectGolden(state, pane: .channels, "wide-channels")
        try expectGolden(state, pane: .members, "wide-members")
    }

    @Test("ASCII glyphs draw nothing but ASCII", arguments: [(80, 24), (60, 15), (200, 60)])
    func ascii(columns: Int, rows: Int) throws {
        let state = DashboardFixture.dashboard(
            .sandboxSession(), columns, rows, glyphs: .ascii)
        if columns == 80 { try expectGolden(state.withoutEvents, "ascii") }
        #expect(state.screen().cells.allSatisfy { $0.scalar.isASCII })
    }
}
