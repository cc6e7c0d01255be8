import BuoyDashboardTesting
import BuoyTextScreen
import Testing

@testable import BuoyDashboard

@Suite("Searching earlier lines")
struct PromptSearchTests {
    private static func dashboard() -> DashboardState {
        var state = DashboardFixture.empty()
        state.press("3")
        for line in ["order.paid", "price", "order.new", "typing"] {
            state.press("/")
            state.type(line)
            state.press("Enter")
        }
        state.press("/")
        return state
    }

    @Test(
        "each letter narrows the search, and Ctrl-R goes on to older lines",
        arguments: [
            (["Ctrl-R"], ""), (["Ctrl-R", "o"], "order.new"),
            (["Ctrl-R", "o", "Ctrl-R"], "order.paid"),
            (["Ctrl-R", "o", "Ctrl-R", "Ctrl-R"], "order.paid"),
            (["Ctrl-R", "p", "Backspace", "n"], "typing"),
            (["Ctrl-R", "p", "a", "i"], "order.paid"), (["Ctrl-R", "Ctrl-R", "p", "r"], "price"),
            (["Ctrl-R", "z"], ""), (["Ctrl-R", "z", "Backspace", "o"], "order.new"),
        ])
    func narrowing(keys: [String], text: String) {
        var state = Self.dashboard()
        for key in keys { state.press(key) }
        #expect(state.prompt?.field.text == text)
        #expect(state.prompt?.search != nil)
    }

    @Test("Enter runs the line that was found")
    func enter() {
        var state = Self.dashboard()
        state.press("Ctrl-R", "i", "c", "Enter")
        #expect(state.prompt == nil)
        #expect(state.events.search?.needle.text == "price")
    }

    @Test("a key for editing takes the line over")
    func editing() {
        var state = Self.dashboard()
        state.press("Ctrl-R", "i", "c", "Ctrl-A", "x")
        #expect(state.prompt?.field.text == "xprice")
        #expect(state.prompt?.search == nil)
    }

    @Test("Esc brings back what was being typed, and a second one closes the prompt")
    func cancelling() {
        var state = Self.dashboard()
        state.type("draft")
        state.press("Left", "Ctrl-R", "o", "Esc")
        #expect(state.prompt?.field.text == "draft")
        #expect(state.prompt?.field.cursor == 4)
        state.press("Esc")
        #expect(state.prompt == nil)
    }

    @Test("what is not there is said")
    func notFound() {
        var state = Self.dashboard()
        state.press("Ctrl-R", "z")
        #expect(state.screen().textRows.contains { $0.contains("no earlier line contains \"z\":") })
    }
}
