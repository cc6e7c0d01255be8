import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("What to do now")
struct NextStepLineTests {
    private static func screen(_ session: RecordedEvents) -> [String] {
        var state = DashboardFixture.dashboard(session)
        state.notice = nil
        return state.screen().textRows.map { row in
            String(row.reversed().drop { $0 == " " }.reversed())
        }
    }

    private static func refusing(_ end: ConnectionEnd) -> RecordedEvents {
        var session = RecordedEvents()
        session.add(
            .stateChanged(
                StateChange(previous: .connecting, current: .failed, cause: .ended(end))))
        return session
    }

    @Test("a refused app key says what to check, once on the screen")
    func key() {
        let end = ConnectionEnd(.closed(CloseCode(rawValue: 4001), reason: ""), advice: "Check it.")
        let rows = Self.screen(Self.refusing(end))
        #expect(rows[22] == " → Check it.")
        #expect(rows.count { $0.contains("Check it.") } == 1)
    }

    @Test("a refused channel says so as long as it is refused")
    func channel() {
        var session = RecordedEvents()
        session.connect()
        let name = ChannelName(wire: "private-orders")
        let failure = SubscriptionFailure(status: 403, what: "Refused", advice: "Sign it.")
        session.add(.subscriptionChanged(name, .failed(failure)))
        #expect(Self.screen(session)[22] == " → private-orders: Sign it.")
        session.subscribe("private-orders")
        #expect(Self.screen(session)[22].isEmpty)
    }

    @Test("channels without an event have something to try after ten seconds")
    func silence() {
        var session = RecordedEvents()
        session.connect()
        session.subscribe("orders")
        session.wait(.seconds(9))
        #expect(Self.screen(session)[22].isEmpty)
        session.wait(.seconds(2))
        #expect(Self.screen(session)[22].hasPrefix(" → No event for 11s on 1 channel."))
        session.receive("e", on: "orders", "{}")
        session.wait(.seconds(20))
        #expect(Self.screen(session)[22].isEmpty)
    }

    @Test("a long sentence takes blank rows, and only one that is not")
    func long() {
        let words = Array(repeating: "word", count: 60).joined(separator: " ")
        var session = Self.refusing(ConnectionEnd(.reconnectAsked, advice: words))
        let free = Self.screen(session)
        #expect(free[19].hasPrefix(" → word") && free[22].hasPrefix("   word"))
        #expect(free.joined(separator: " ").ranges(of: "word").count == 60)
        for number in 0..<40 { session.receive("e\(number)", on: "orders", "{}") }
        let full = Self.screen(session)
        #expect(full[21].hasPrefix(" → word") && full[22].hasSuffix("…"))
        #expect(!full[20].contains("word"))
    }
}
