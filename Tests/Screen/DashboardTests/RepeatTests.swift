import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections
import Testing

@testable import BuoyDashboard
@testable import BuoyRecordingFiles
@testable import ChannelsEventWords

@Suite("Deliveries that come again")
struct RepeatTests {
    /// A ticker with an event each second, and orders of which the last comes twice.
    private static func session() -> RecordedEvents {
        var session = RecordedEvents()
        session.connect()
        session.subscribe("private-orders")
        session.subscribe("ticker-BTCUSD")
        for second in 0..<10 {
            session.wait(.seconds(1))
            session.receive("price", on: "ticker-BTCUSD", "{\"bid\":60121}")
            guard second % 3 == 2 else { continue }
            let order = "{\"order\":\(second),\"total\":\"12.50\",\"currency\":\"EUR\"}"
            session.receive("order.created", on: "private-orders", order)
            session.wait(.milliseconds(12))
            session.receive("order.created", on: "private-orders", order)
        }
        return session
    }

    private static func marked(_ state: DashboardState) -> [Int] {
        (state.events.ring.first..<state.events.ring.next)
            .filter { state.events.marks.again($0) != nil }
            .compactMap { state.events.ring[$0]?.number }
    }

    /// The second of two equal orders in a row.
    private static func expected(_ events: [ClientReport]) -> [Int] {
        var orders: [ClientReport] = []
        for event in events {
            if case .received(let received) = event.kind, received.name == "order.created" {
                orders.append(event)
            }
        }
        return orders.enumerated().filter { $0.offset % 2 == 1 }.map(\.element.number)
    }

    @Test(
        "their rows say so before the data", arguments: [(80, 24), (120, 40), (60, 15), (40, 12)])
    func rows(columns: Int, rows: Int) throws {
        var state = DashboardFixture.dashboard(Self.session(), columns, rows)
        state.press("3")
        try expectGolden(state, pane: .events, "again")
    }

    @Test("a wrapped row begins with it, and shows all of its data")
    func wrapped() {
        var session = Self.session()
        session.wait(.seconds(1))
        let data =
            "{\"order\":99,\"text\":\"\((0..<16).map { "word\($0)" }.joined(separator: " "))\"}"
        for _ in 0..<2 { session.receive("order.created", on: "private-orders", data) }
        var state = DashboardFixture.dashboard(session)
        state.events.hold(height: 16)
        state.press("3", "w")
        let text = state.screen(of: .events).textRows.joined()
        #expect(text.contains("again immediately {\"order\":99"))
        // The screen breaks the line wherever it ends, also inside a word.
        let unbroken = text.filter { $0 != " " }
        for word in 0..<16 { #expect(unbroken.contains("word\(word)")) }
    }

    @Test("they are counted for their channel, and the inspector says what they are")
    func inspector() {
        let session = Self.session()
        var state = DashboardFixture.dashboard(session)
        #expect(Self.marked(state) == Self.expected(session.events))
        #expect(state.channels.rows[ChannelName(wire: "private-orders")]?.repeats == 3)
        #expect(state.channels.rows[ChannelName(wire: "ticker-BTCUSD")]?.repeats == 0)
        state.press("3", "/")
        state.type("order.created")
        state.press("Enter", "Enter")
        #expect(state.inspector?.fact("again") == "the same bytes arrived 0.012s earlier")
        state.press("Esc", "Up", "Enter")
        #expect(state.inspector?.fact("again") == nil)
        state.press("Esc", "1", "g", "Enter")
        #expect(state.inspector?.fact("again") == "3 with the same bytes")
    }

    @Test("a burst of equal events loses its marks, and its count")
    func burst() {
        var session = Self.session()
        for count in 1...20 {
            session.wait(.milliseconds(10))
            session.receive("client-typing", on: "private-orders", "{\"typing\":true}")
            let state = DashboardFixture.dashboard(session)
            let others = Self.marked(state).count - 3
            #expect(others == (count > 4 ? 0 : max(count - 1, 0)))
            #expect(
                state.channels.rows[ChannelName(wire: "private-orders")]?.repeats == 3 + others)
        }
    }

    @Test("marks follow their rows when channels are removed from the log, and come back")
    func undo() {
        let session = Self.session()
        var state = DashboardFixture.dashboard(session)
        let expected = Self.expected(session.events)
        let ticker = state.events.clear([ChannelName(wire: "ticker-BTCUSD")])
        #expect(Self.marked(state) == expected)
        state.events.restore(ticker)
        #expect(Self.marked(state) == expected)
        let all = state.events.clear()
        #expect(Self.marked(state).isEmpty)
        state.events.restore(all)
        #expect(Self.marked(state) == expected)
    }

    @Test("rows that the log drops take their marks along")
    func dropped() {
        let session = Self.session()
        var log = EventLogPane(limit: 4, byteLimit: 1 << 20)
        for event in session.events {
            log.handle(event)
            log.note(.again(after: .milliseconds(1)), in: event)
        }
        #expect(log.count == 4)
        #expect((0..<log.ring.first).allSatisfy { log.marks.again($0) == nil })
        #expect(log.marks.again(log.ring.first) != nil)
    }

    @Test("a replay finds the same ones")
    func replay() throws {
        let session = Self.session()
        var decoder = RecordingDecoder()
        var state = DashboardFixture.dashboard(RecordedEvents())
        for event in session.events {
            var encoder = RecordingEncoder()
            encoder.append(.event(event))
            let bytes = encoder.take()
            guard case .event(let read) = try decoder.line(bytes, 0..<(bytes.count - 1)) else {
                Issue.record("another line")
                continue
            }
            _ = state.handle(.client([read]))
        }
        #expect(Self.marked(state) == Self.expected(session.events))
        #expect(state.channels.rows[ChannelName(wire: "private-orders")]?.repeats == 3)
    }
}
