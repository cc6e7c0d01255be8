import ChannelsProtocol
import DashboardTesting
import Events
import TestSupport
import Testing
import TextScreen

@testable import Dashboard
@testable import DashboardPanes
@testable import Events

@Suite("Alerts in the panes")
struct AlertRowTests {
    private static func rule(marks: Bool) throws -> AlertRule {
        var actions = AlertRule.Actions()
        actions.marks = marks
        return AlertRule("a price", when: .event(try EventFilter("price")), actions: actions)
    }

    /// The newest event of the log, and its sequence number.
    private static func newest(_ state: DashboardState) throws -> (Int, ClientReport) {
        let sequence = try #require(state.events.ring.last)
        return (sequence, try #require(state.events.ring[sequence]))
    }

    @Test("an alert is a row of the log and a notice, and marks its event if the rule says so")
    func marks() throws {
        for marks in [true, false] {
            var state = DashboardFixture.dashboard(.sandboxSession(), 120, 40)
            let (sequence, event) = try Self.newest(state)
            let alert = Alert(of: try Self.rule(marks: marks), at: event.time, event: event)
            _ = state.handle(.service(.alerts([alert])))
            #expect(state.events.marks.isMarked(sequence) == marks)
            #expect(state.screen().textRows.contains { $0.contains("! \(alert.sentence)") })
            state.press("6", "z")
            #expect(state.screen().textRows.contains { $0.contains("! alert: a price: ") })
            // A second alert of the same event does not remove the mark.
            _ = state.handle(.service(.alerts([alert])))
            #expect(state.events.marks.isMarked(sequence) == marks)
        }
    }

    @Test("the end of an alert is told by the log alone, and marks nothing")
    func ends() throws {
        var state = DashboardFixture.dashboard(.sandboxSession(), 120, 40)
        let (sequence, event) = try Self.newest(state)
        let alert = Alert(
            of: try Self.rule(marks: true), .ended(after: .seconds(3)), at: event.time,
            event: event)
        _ = state.handle(.service(.alerts([alert])))
        #expect(!state.events.marks.isMarked(sequence))
        #expect(!state.screen().textRows.contains { $0.contains("a price") && $0.contains("!") })
        state.press("6", "z")
        #expect(state.screen().textRows.contains { $0.contains("alert over: a price") })
    }
}
