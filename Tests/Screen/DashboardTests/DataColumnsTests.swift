import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections
import Testing

@testable import BuoyDashboard

@Suite("Data columns")
struct DataColumnsTests {
    private static func event(_ name: EventName, _ data: EventData) -> ClientReport {
        SharingSamples.event(SharingSamples.received(name, on: "orders", data))
    }

    /// A log with two events of one name, and one of another.
    private static func dashboard() -> DashboardState {
        var state = DashboardFixture.empty(120, 30)
        _ = state.handle(
            .client([
                Self.event("paid", #"{"id":7,"who":{"name":"Ana"}}"#),
                Self.event("sent", #"{ "id": 7 }"#),
                Self.event("paid", #"{"id":1234,"who":{"name":"陳小明"},"ok":true}"#),
            ]))
        return state
    }

    @discardableResult
    private static func run(_ line: String, _ state: inout DashboardState) -> [Effect] {
        state.press(":")
        state.type(line)
        return state.press("Enter")
    }

    @Test("values stand in place of the data, numbers at the right of their column")
    func values() throws {
        var state = Self.dashboard()
        let effects = Self.run("columns paid data.id data.who.name data.ok", &state)
        let screen = state.screen().textRows.joined(separator: "\n")
        #expect(screen.contains("id    7  who.name Ana     ok -"), "\(screen)")
        #expect(screen.contains("id 1234  who.name 陳小明  ok true"), "\(screen)")
        // Data without columns is compact.
        #expect(screen.contains(#"{"id":7}"#), "\(screen)")
        #expect(
            effects.savedSettings?.dataColumns == ["paid": "data.id data.who.name data.ok"])
    }

    @Test("an event's own columns come before those of its channel; a name alone removes them")
    func names() {
        var state = Self.dashboard()
        Self.run("columns orders data.id", &state)
        Self.run("columns paid data.who.name", &state)
        var screen = state.screen().textRows.joined(separator: "\n")
        #expect(screen.contains("who.name Ana"))
        #expect(screen.contains("id 7"))
        Self.run("columns paid", &state)
        screen = state.screen().textRows.joined(separator: "\n")
        #expect(!screen.contains("who.name"))
        #expect(screen.contains("id 1234"))
        Self.run("columns orders", &state)
        #expect(state.settings.dataColumns.isEmpty)
        #expect(state.screen().textRows.joined().contains(#""name":"Ana""#))
    }

    @Test("without a name, the selected event is meant")
    func selected() {
        var state = Self.dashboard()
        Self.run("columns data.id", &state)
        #expect(state.prompt?.error?.contains("select an event") == true)
        state.press("Esc", "3", "Up")
        Self.run("columns data.ok", &state)
        #expect(state.settings.dataColumns["paid"] == "data.ok")
    }

    @Test(
        "what cannot be a path is refused, at its place",
        arguments: [
            ("columns paid id", "write data.id", 13..<15),
            ("columns paid data.id data..x", "a path must continue", 21..<28),
            ("columns paid", "no columns", 0..<12),
        ])
    func refused(line: String, reason: String, range: Range<Int>) {
        var state = Self.dashboard()
        Self.run(line, &state)
        #expect(state.prompt?.error?.contains(reason) == true, "\(state.prompt?.error ?? "")")
        if range.lowerBound > 0 { #expect(state.prompt?.errorRange == range) }
        #expect(state.settings.dataColumns.isEmpty)
    }

    @Test("names and the paths of the newest event are completed")
    func completion() {
        let state = Self.dashboard()
        #expect(state.columnWords(after: []).contains("paid"))
        #expect(state.columnWords(after: []).contains("sent"))
        #expect(
            state.columnWords(after: ["paid", "data.id"])
                == ["data.who", "data.ok", "data.who.name"])
        #expect(state.columnWords(after: ["sent"]) == ["data.id"])
        #expect(state.columnWords(after: ["unknown"]).isEmpty)
    }
}
