import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections
import Testing

@testable import BuoyDashboard

@Suite("Events by name")
struct EventTableTests {
    private static func session() -> RecordedEvents {
        var session = RecordedEvents()
        session.connect()
        for second in 0..<30 {
            for _ in 0..<3 { session.receive("paid", on: "orders", "{\"total\":12}") }
            session.receive("placed", on: "orders", "{}")
            if second < 12 { session.receive("tick", on: "audit", "{}") }
            if second > 24 { session.receive("halt", on: "ticker", "{}") }
            session.wait(.seconds(1))
        }
        return session
    }

    private static func shown() -> DashboardState {
        var state = DashboardFixture.dashboard(Self.session(), 100, 30)
        state.press("3", "v")
        return state
    }

    private static func rows(_ state: DashboardState) -> [String] {
        state.screen(of: .events).textRows
    }

    @Test("the busiest name comes first, and what is silent last")
    func order() throws {
        let table = try #require(Self.shown().events.table)
        #expect(table.cursor.order.map(\.event.text) == ["paid", "placed", "halt", "tick"])
        let paid = try #require(table.rows.values.first)
        #expect(paid.rate.total == 90 && paid.meanBytes == 12)
    }

    @Test("a name that stopped says how long ago, and a new one since when")
    func marks() {
        let rows = Self.rows(Self.shown())
        #expect(rows.contains { $0.contains("!audit") && $0.contains("silent 19s, usually 1.0/s") })
        #expect(rows.contains { $0.contains("+ticker") && $0.contains("new 5s ago") })
        #expect(rows[0].contains("by name 4  1 silent"))
    }

    @Test("rows change places once a second at most")
    func stillness() throws {
        var table = EventTable(EventRing(limit: 10, byteLimit: 1000), at: .zero)
        func add(_ name: EventName, _ count: Int) {
            for _ in 0..<count {
                let event = ChannelsEvent(name: name, channel: ChannelName(wire: "c"), data: "1")
                table.note(ClientReport(number: 1, time: .zero, kind: .received(event)), 0)
            }
        }
        add("a", 1)
        table.arrange(at: ChannelsTimestamp.zero.advanced(by: .seconds(1)))
        add("b", 5)
        table.arrange(at: ChannelsTimestamp.zero.advanced(by: .milliseconds(1900)))
        #expect(table.cursor.order.map(\.event.text) == ["a"])
        table.arrange(at: ChannelsTimestamp.zero.advanced(by: .seconds(2)))
        #expect(table.cursor.order.map(\.event.text) == ["b", "a"])
    }

    @Test("Enter shows the events of the selected row, Esc the log as it was")
    func leaving() {
        var state = Self.shown()
        state.press("Down", "Enter")
        #expect(state.events.table == nil)
        #expect(state.events.view.filter?.source == "event:placed channel:orders")
        state = Self.shown()
        state.press("Esc")
        #expect(state.events.table == nil && state.events.view.filter == nil)
    }

    @Test("it counts the events that match the filter, and says so")
    func filter() throws {
        var state = Self.shown()
        state.press("f")
        state.type("channel:orders")
        state.press("Enter")
        let table = try #require(state.events.table)
        #expect(table.cursor.order.map(\.event.text) == ["paid", "placed"])
        #expect(Self.rows(state)[0].contains("by name 2  filter channel:orders"))
        state.press("Enter")
        #expect(state.events.count == 90)
        state.press("f")
        state.type("channel:nothing")
        state.press("Enter", "v")
        #expect(Self.rows(state).contains { $0.contains("No event matches the filter.") })
    }

    @Test("Events offers it")
    func hint() {
        var state = DashboardFixture.dashboard(Self.session(), 120, 30)
        state.press("3")
        #expect(state.screen().textRows.last?.contains("v by name") == true)
    }

    @Test("any number of names takes bounded memory")
    func limit() {
        var table = EventTable(EventRing(limit: 10, byteLimit: 1000), at: .zero)
        for number in 0..<1500 {
            let event = ChannelsEvent(name: EventName("e\(number)"), channel: nil, data: "1")
            table.note(ClientReport(number: 1, time: .zero, kind: .received(event)), 0)
        }
        #expect(table.rows.count == 1000 && table.others == 500)
    }
}
