import ChannelsProtocol
import DashboardTesting
import TestSupport
import Testing
import TextScreen

@testable import Dashboard
@testable import DashboardPanes
@testable import DashboardParts
@testable import Events

/// Why something failed is what somebody looks for: it is never what is cut.
@Suite("Reasons")
struct ReasonTests {
    private static let longCause =
        "the proxy at 10.0.0.1 answered /app/key with a page: it wants a name and a password"
    private static let sizes = [(40, 8), (60, 15), (60, 24), (80, 24), (120, 40), (200, 60)]

    /// A session whose last attempt failed for a reason of more than one row.
    private static func failing(_ text: String) -> RecordedEvents {
        var session = RecordedEvents.sandboxSession()
        session.drop(4201, reason: "gone", retryAfter: .seconds(1))
        session.startAttempt(1)
        let failure = ConnectFailure(kind: .httpStatus(403, retryAfter: nil), text: text)
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
            pane: .log, now: state.now, utcOffsetSeconds: 0, isFocused: true, hasTitle: true)
        state.log.draw(on: &canvas, frame, state.times)
        #expect(canvas.textRows.contains { $0.contains("! 4201") })
        #expect(canvas.textRows.contains { $0.contains("✕ HTTP") })
    }

    @Test("the code of an end is seen in Events at every size", arguments: Self.sizes)
    func codeInEvents(columns: Int, rows: Int) {
        var state = DashboardFixture.dashboard(Self.failing("refused"), columns, rows)
        state.notice = nil
        state.press("3", "z")
        let screen = state.screen().textRows
        #expect(screen.contains { $0.contains("! HTTP 403") })
    }

    @Test("a long cause takes a second row of the header", arguments: Self.sizes)
    func longCause(columns: Int, rows: Int) {
        let cause = Self.longCause
        let state = DashboardFixture.dashboard(Self.failing(cause), columns, rows)
        let header = state.screen().textRows.prefix(state.layout.header.height)
        let text = header.map { $0.split(separator: " ").joined(separator: " ") }
            .joined(separator: " ")
        #expect(text.contains(rows < 12 ? "the proxy at 10.0.0.1" : cause))
        #expect(SoundScreen(state).rowsOfOtherWidth.isEmpty)
    }

    @Test("a short cause takes no row from the panes")
    func shortCause() {
        let lost = DashboardFixture.dashboard(Self.failing("refused"))
        #expect(lost.layout.header.height == DashboardFixture.dashboard().layout.header.height)
    }

    @Test("w in Log wraps long rows, which can be selected by any of their lines")
    func wrap() throws {
        let cause = Self.longCause
        var state = DashboardFixture.dashboard(Self.failing(cause))
        state.press("6", "z")
        #expect(!Self.hasContinuation(state))
        state.press("w")
        state.notice = nil
        let rows = state.screen().textRows
        let second = try #require(
            rows.lastIndex { $0.hasPrefix("                ") && $0.contains("password") })
        #expect(rows[second - 1].contains("✕ HTTP 403"))
        let place = state.place(of: .log)
        let context = state.paneContext
        let top = state.layout.content(of: .log)?.y ?? 0
        let first = state.log.click(row: second - 1 - top, place, context)
        #expect(first == false)
        #expect(state.log.click(row: second - top, place, context) == true)
        guard case .attemptFailed? = state.log.rows.selectedReport?.kind else {
            Issue.record("another row is selected")
            return
        }
        state.press("w")
        state.notice = nil
        #expect(!Self.hasContinuation(state))
    }

    /// Whether the end of the long cause stands in a line of its own.
    private static func hasContinuation(_ state: DashboardState) -> Bool {
        state.screen().textRows.contains { $0.contains("password") && $0.hasPrefix("    ") }
    }
}
