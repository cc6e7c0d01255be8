import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("The log of the connection")
struct ConnectionLogTests {
    @Test("a flood of events does not push its rows out")
    func flood() {
        let state = DashboardFixture.dashboard { $0.eventLimit = 50 }
        #expect(state.events.ring.count == 50)
        #expect(state.log.rows.count > 15)
        guard case .stateChanged? = state.log.rows.report(at: 0)?.kind else {
            Issue.record("the first change of state is gone")
            return
        }
    }

    @Test("events, members and pings are not in it")
    func rows() {
        var log = ConnectionLog()
        for event in RecordedEvents.sandboxSession().events { log.handle(event) }
        for index in 0..<log.rows.count {
            switch log.rows.report(at: index)?.kind {
            case .received, .memberAdded, .memberRemoved, .pingSent, .pongReceived, .bindingsHit:
                Issue.record("row \(index)")
            default: break
            }
        }
    }

    @Test("what losses have in common is one row at the third, and up to date in why")
    func pattern() {
        let session = RecordedEvents.losses(5) { session in session.wait(.seconds(10)) }
        var state = DashboardFixture.empty(120, 40)
        for event in session.events { _ = state.handle(.client([event])) }
        let words = "losses, each after 10.0s without traffic: an idle timeout on the path"
        let rows = (0..<state.log.rows.count).compactMap { state.log.rows.row(at: $0)?.text }
            .filter { $0.contains(words) }
        #expect(rows.count == 1 && rows.first?.hasPrefix("3 losses") == true)
        state.press("0", "z")
        #expect(state.screen().textRows.contains { $0.contains("pattern     5 \(words)") })
    }

    @Test("it is scrolled, held and followed, and its rows are inspected")
    func inspect() {
        var state = DashboardFixture.dashboard()
        state.press("6", "Up", "Up")
        #expect(state.log.rows.isHeld)
        #expect(!state.events.isHeld)
        state.press("Enter")
        #expect(state.inspector?.subject == state.log.rows.selectedReport.map { .event($0) })
        state.press("g")
        #expect(state.log.rows.selectedIndex == 0)
        #expect(state.inspector?.subject == state.log.rows.selectedReport.map { .event($0) })
        state.press("G")
        #expect(!state.log.rows.isHeld)
    }

    @Test("what worked, failed and needs a look has a symbol of its own")
    func symbols() {
        var state = DashboardFixture.dashboard(.sandboxSession(), 120, 40, glyphs: .ascii)
        state.press("6", "z")
        let rows = state.screen().textRows
        for (symbol, text) in [
            ("v", "chat-room subscribed"), ("!", "lost: 4201 a pong"),
            ("x", "403 private-audit refused"), ("!", "gap"), (" ", "retry"),
        ] {
            #expect(rows.contains { $0.contains(" \(symbol) \(text)") }, "\(text)")
        }
    }
}
