import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard
@testable import ChannelsEventWords

@Suite("The difference to the event before")
struct InspectorDifferenceTests {
    // MARK: In the inspector

    /// A dashboard that inspects the newest of some events on one channel.
    private static func dashboard(_ data: [String]) -> DashboardState {
        var session = RecordedEvents()
        session.connect()
        for text in data {
            session.wait(.milliseconds(360))
            session.receive("price", on: "ticker", text)
            session.receive("other", on: "ticker", "1")
            session.receive("price", on: "elsewhere", "{\"bid\":0}")
        }
        var state = DashboardFixture.dashboard(session)
        state.press("3", "f")
        state.type("channel:ticker event:price")
        state.press("Enter", "Enter")
        return state
    }

    @Test("d compares with the event of the same name on the same channel")
    func inPane() throws {
        var state = Self.dashboard(["{\"bid\":1,\"ask\":2}", "{\"bid\":3,\"ask\":2}"])
        state.press("d")
        let pane = try #require(state.inspector)
        #expect(pane.showsDifference)
        #expect(
            pane.texts() == [
                "Compared with #4, 0.360s earlier:", "1 changed:", "~ $.bid  1 → 3   +2",
            ])
        #expect(pane.fact("previous") == "0.360s earlier")
        state.press("d")
        #expect(state.inspector?.texts().first == "- {2}")
    }

    @Test(
        "what is the same, written in another way, or has nothing before it, is said",
        arguments: [
            (["1", "1"], "Nothing changed."),
            (
                ["{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}"],
                "Only the formatting changed: key order, spaces or escapes."
            ), (["1"], "No earlier event with this name and channel in memory."),
        ] as [([String], String)])
    func nothing(data: [String], words: String) {
        var state = Self.dashboard(data)
        state.press("d")
        let rows = state.inspector?.texts(width: 90) ?? []
        #expect(rows.contains(words))
    }

    @Test("the difference stays on while the selection moves, and v leaves it")
    func moving() {
        var state = Self.dashboard(["{\"n\":1}", "{\"n\":2}", "{\"n\":3}"])
        state.press("d", "Up")
        #expect(state.inspector?.texts().last == "~ $.n  1 → 2   +1")
        #expect(state.inspector?.view == .tree)
        state.press("v")
        #expect(state.inspector?.showsDifference == false)
        #expect(state.inspector?.view == .tree)
    }

    @Test("what is no event of a channel has no difference, and d says so")
    func noEvent() {
        var state = DashboardFixture.dashboard()
        state.press("1", "Enter", "d")
        #expect(state.inspector?.showsDifference == false)
        #expect(
            state.notice?.text == "only channel events can be compared with an earlier one")
    }
}
