import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

/// Why something failed is what somebody looks for: it is never what is cut.
@Suite("Reasons")
struct ReasonTests {
    private static let longCause =
        "the proxy at 10.0.0.1 answered /app/key with a page: it wants a name and a password"
    static let sizes = [(40, 8), (60, 15), (60, 24), (80, 24), (120, 40), (200, 60)]

    /// A session whose last attempt failed for a reason of more than one row.
    private static func failing(_ text: String) -> RecordedEvents {
        var session = RecordedEvents.sandboxSession()
        session.drop(4201, reason: "gone", retryAfter: .seconds(1))
        session.startAttempt(1)
        let failure = ConnectFailure(kind: .httpStatus(403, retryAfter: nil), what: text)
        session.add(.attemptFailed(attempt: 1, .failed(failure)))
        session.scheduleRetry(2, after: .seconds(7), of: 6)
        session.wait(.seconds(2))
        return session
    }

    @Test("the code of an end is seen in the log at every width", arguments: 16...90)
    func codeInLog(width: Int) {
        var state = DashboardFixture.dashboard(Self.failing("the proxy at 10.0.0.1 refused"))
        state.notice = nil
        var canvas = Canvas(size: ScreenSize(columns: width, rows: 12), glyphs: .unicode)
        let frame = PaneFrame(
            pane: .connection, now: state.now, utcOffsetSeconds: 0, isFocused: true, hasTitle: true)
        state.log.draw(on: &canvas, frame, state.times)
        #expect(canvas.textRows.contains { $0.contains("! lost: 4201") })
        #expect(width < 40 || canvas.textRows.contains { $0.contains("failed: HTTP 403") })
    }

    @Test("the code of an end is seen in Events at every size", arguments: Self.sizes)
    func codeInEvents(columns: Int, rows: Int) {
        var state = DashboardFixture.dashboard(Self.failing("refused"), columns, rows)
        state.notice = nil
        state.press("3", "z")
        let screen = state.screen().textRows
        #expect(screen.contains { $0.contains("1 attempt, HTTP 403") || columns < 80 })
    }

    @Test("the header has the code at every size, and the same height as always", arguments: sizes)
    func codeInHeader(columns: Int, rows: Int) {
        let state = DashboardFixture.dashboard(Self.failing(Self.longCause), columns, rows)
        let connected = DashboardFixture.dashboard(.sandboxSession(), columns, rows)
        let height = state.layout.header.height
        #expect(height == connected.layout.header.height)
        #expect(height == (rows < 20 ? 1 : 2))
        #expect(state.screen().textRows.prefix(height).contains { $0.contains("HTTP 403") })
        #expect(SoundScreen(state).rowsOfOtherWidth.isEmpty)
    }

    @Test("only the header and the log give the reason")
    func once() {
        var state = DashboardFixture.dashboard(Self.failing(Self.longCause), 200, 60)
        state.notice = nil
        let rows = state.screen().textRows
        #expect(rows.count { $0.contains("HTTP 403") } == 2)
        #expect(!rows.contains { $0.contains("password") })
    }

    @Test("w in Log wraps long rows, which can be selected by any of their lines")
    func wrap() throws {
        let cause = Self.longCause
        var session = Self.failing("refused")
        session.add(.problem(ReportedProblem(kind: .serverError(code: 4301), text: cause)))
        var state = DashboardFixture.dashboard(session)
        state.press("6", "z")
        #expect(!Self.hasContinuation(state))
        state.press("w")
        state.notice = nil
        let rows = state.screen().textRows
        let second = try #require(
            rows.lastIndex { $0.hasPrefix("                ") && $0.contains("password") })
        #expect(rows[second - 1].contains("4301"))
        let size = state.place(of: .connection).size
        let top = state.layout.content(of: .connection)?.y ?? 0
        let first = state.log.click(row: second - 1 - top, size: size, state.times)
        #expect(first == false)
        #expect(state.log.click(row: second - top, size: size, state.times) == true)
        guard case .problem? = state.log.rows.selectedReport?.kind else {
            Issue.record("another row is selected")
            return
        }
        state.press("w")
        state.notice = nil
        #expect(!Self.hasContinuation(state))
    }

    /// Whether the end of the long cause stands in its own line.
    private static func hasContinuation(_ state: DashboardState) -> Bool {
        state.screen().textRows.contains { $0.contains("password") && $0.hasPrefix("    ") }
    }
}
