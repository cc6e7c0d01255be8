import BuoyDashboardTesting
import BuoyTextScreen
import Synchronization
import Testing

@testable import BuoyDashboard

private enum Searching: DashboardFeature {
    static let count = Atomic(0)

    static func panes(_ facts: FeatureFacts) -> [any Pane] { [] }

    static let commands: [Command] = [
        .init(
            "look-up", .program, keys: [], title: "Look up", summary: "Looks a word up.",
            argument: .name(
                "WORD", asks: "a word",
                names: { _ in
                    Searching.count.add(1, ordering: .relaxed)
                    return ["word"]
                },
                perform: { _, _ in [] }),
            perform: { _ in [] })
    ]
}

@Suite("The cost of a prompt", .serialized)
struct PromptCostTests {
    private static func state() -> DashboardState {
        var state = DashboardFixture.empty(120, 40, catalog: Catalog([Searching.self]))
        state.press(":")
        state.type("look-up ")
        state.prepareFrame()
        return state
    }

    private static var searches: Int { Searching.count.load(ordering: .relaxed) }

    @Test("candidates are searched once for a frame, however many keys were typed")
    func frame() {
        var state = Self.state()
        let before = Self.searches
        state.type(String(repeating: "w", count: 1000))
        #expect(Self.searches == before)
        state.prepareFrame()
        _ = state.screen()
        #expect(Self.searches == before + 1)
        state.prepareFrame()
        _ = state.screen()
        #expect(Self.searches == before + 1)
    }

    @Test("Tab completes what was typed since the last frame")
    func tab() {
        var state = Self.state()
        state.type("wo")
        state.press("Tab")
        #expect(state.prompt?.field.text == "look-up word")
    }

    @Test("a full line says so until the next change, and takes no more")
    func full() {
        var state = Self.state()
        state.press("Ctrl-U")
        _ = state.handle(.key(.paste(Array(repeating: 0x78, count: TextField.byteLimit + 1))))
        #expect(state.prompt?.field.text.utf8.count == TextField.byteLimit)
        let isTold = { state.screen().textRows.contains { $0.contains("at most 64 KiB") } }
        #expect(isTold())
        state.press("Backspace")
        #expect(!isTold())
        state.type("ab")
        #expect(isTold())
        #expect(state.prompt?.field.text.hasSuffix("xa") == true)
    }

    @Test("the search of a list takes no more than is compared")
    func list() {
        var state = Self.state()
        state.press("Esc", "?", "?")
        state.type(String(repeating: "x", count: 1000))
        #expect(state.help?.field.text.count == 200)
    }
}
