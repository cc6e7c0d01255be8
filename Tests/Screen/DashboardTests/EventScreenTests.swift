import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard
@testable import ChannelsEventWords

@Suite("Golden screens of the logs")
struct EventScreenTests {
    /// Held at the gap, two rows marked, and events that came since.
    private static func marked(_ glyphs: GlyphSet = .unicode) -> DashboardState {
        var session = RecordedEvents.sandboxSession()
        var state = DashboardFixture.dashboard(session, glyphs: glyphs)
        state.press("3", "{", "Down", "Down", "m", "Up", "Up", "Up", "m")
        let seen = session.events.count
        for _ in 0..<37 { session.receive("price", on: "ticker-BTCUSD", "{\"bid\":1}") }
        _ = state.handle(.client(Array(session.events[seen...])))
        return state
    }

    @Test("a held log has marks, a scar, and the count of what is new")
    func marks() throws {
        try expectGolden(Self.marked(), pane: .events, "marks")
        #expect(Self.marked(.ascii).screen().cells.allSatisfy { $0.scalar.isASCII })
    }

    @Test("a filter and a search are in the title, with the place among the matches")
    func search() throws {
        var state = DashboardFixture.dashboard(.sandboxSession(), 120, 40)
        state.press("3", "f")
        state.type("channel:ticker-* or event:new-message")
        state.press("Enter", "/")
        state.type("60123")
        state.press("Enter", "N", "N")
        try expectGolden(state, pane: .events, "search-count")
    }

    @Test("the selected row is unfolded")
    func wrapped() throws {
        var state = DashboardFixture.dashboard()
        state.press("3", "/")
        state.type("shipped")
        state.press("Enter", "w")
        try expectGolden(state, pane: .events, "wrapped")
    }

    @Test("a compact screen tells in its tabs what is new while the log is held")
    func compact() throws {
        var session = RecordedEvents.sandboxSession()
        var state = DashboardFixture.dashboard(session, 60, 15)
        state.press("3", "Up", "Up", "m")
        let seen = session.events.count
        for _ in 0..<37 { session.receive("price", on: "ticker-BTCUSD", "{\"bid\":1}") }
        _ = state.handle(.client(Array(session.events[seen...])))
        try expectGolden(state, in: state.layout.tabs, "marks-tabs")
    }

    @Test("a scar fits every width, and goes over all of it")
    func scars() {
        let times = EventTimes(format: .clock, utcOffsetSeconds: 0, now: .zero)
        let kinds: [ClientReport.Kind] = [
            .gap(ConnectionGap(from: .zero, to: .zero, channels: 4)), .suspended(for: .seconds(12)),
            .skipped(SkippedEvents(events: 123_456, folded: 0)),
        ]
        for kind in kinds {
            let texts =
                ClientReport(number: 1, time: .zero, kind: kind).gapTexts({ times.timeOfDay($0) })
                ?? []
            #expect(texts == texts.sorted { $0.count > $1.count })
            for columns in 0..<120 {
                var canvas = Canvas(size: ScreenSize(columns: columns, rows: 1), glyphs: .ascii)
                canvas.drawGapRow(texts, y: 0)
                #expect(canvas.cells.allSatisfy { $0.role == .gap && $0.scalar.isASCII })
                let row = canvas.textRows.joined()
                let isWhole = texts.contains { row.contains($0) }
                #expect(isWhole || columns < 16, "\(columns): \(row)")
            }
        }
    }

    @Test(
        "times are written in each form",
        arguments: [
            (TimeFormat.delta, 80, 24), (.relative, 80, 24), (.utc, 120, 40),
        ])
    func times(format: TimeFormat, columns: Int, rows: Int) throws {
        var state = DashboardFixture.dashboard(.sandboxSession(), columns, rows)
        _ = state.setTimeFormat(format)
        state.notice = nil
        state.press("3")
        try expectGolden(state, pane: .events, "times-\(format.rawValue)")
    }

    @Test("a cleared log says so, and keeps filter and search")
    func cleared() throws {
        var state = DashboardFixture.dashboard()
        state.press("3")
        _ = state.run(.clear)
        try expectGolden(state, pane: .events, "cleared")
    }

    @Test("the log of the connection stands beside the channels, or fills a large screen")
    func log() throws {
        var state = DashboardFixture.dashboard()
        state.press("6", "Up")
        try expectGolden(state, pane: .connection, "log")
        state = DashboardFixture.dashboard(.sandboxSession(), 200, 60)
        state.press("6", "z")
        try expectGolden(state, pane: .connection, "log")
        state = DashboardFixture.dashboard(.sandboxSession(), 60, 15, glyphs: .ascii)
        state.press("6")
        try expectGolden(state, pane: .connection, "log-ascii")
        #expect(state.screen().cells.allSatisfy { $0.scalar.isASCII })
    }

    @Test("hostile texts stay in their rows, unfolded and in the log too")
    func hostile() throws {
        var session = RecordedEvents()
        session.connect()
        let evil = "evil\u{1B}[2J\r\nname\u{202E}gnp"
        session.receive(
            EventName(evil), on: "c\u{9B}31m",
            String(repeating: "\u{1B}[2J\u{202E}日本語 two\tlines\r\n", count: 9))
        session.add(.problem(ReportedProblem(kind: .serverError(code: 4301), text: evil)))
        session.drop(4100, reason: evil, retryAfter: .seconds(1))
        session.wait(.seconds(1))
        var state = DashboardFixture.dashboard(session)
        state.press("3", "{", "Up", "Up", "w", "X")
        state.notice = nil
        try expectGolden(state, pane: .events, "hostile-filter")
        state.press("Esc")
        try expectGolden(state, pane: .events, "hostile-wrapped")
        state.press("6", "z")
        try expectGolden(state, pane: .connection, "hostile-log")
    }
}
