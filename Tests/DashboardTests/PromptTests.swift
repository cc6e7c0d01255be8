import ChannelsProtocol
import Testing
import TextScreen

@testable import Dashboard

@Suite("Prompts")
struct PromptTests {
    @Test(
        "keys edit the line as shells do",
        arguments: [
            (["Ctrl-A", "x"], "xone two", 1), (["Home", "Del"], "ne two", 0),
            (["Ctrl-W"], "one ", 4), (["Ctrl-W", "Ctrl-W"], "", 0), (["Ctrl-U"], "", 0),
            (["Left", "Left", "Ctrl-K"], "one t", 5), (["Left", "Backspace"], "one to", 5),
            (["Alt-b", "x"], "one xtwo", 5), (["Home", "Alt-f", "x"], "onex two", 4),
            (["Home", "Left", "Backspace"], "one two", 0), (["End", "Right", "Del"], "one two", 7),
            (["Ctrl-E", "é"], "one twoé", 8),
        ])
    func editing(keys: [String], text: String, cursor: Int) throws {
        var field = TextField("one two")
        for key in keys { #expect(field.edit(try #require(KeyPress(name: key)))) }
        #expect(field.text == text)
        #expect(field.cursor == cursor)
    }

    @Test("a combining mark joins the character before it")
    func combining() {
        var field = TextField("e")
        _ = field.edit(.character("\u{301}"))
        #expect(field.cursor == 1)
        _ = field.edit(.backspace)
        #expect(field.isEmpty)
    }

    @Test("what is too long is cut")
    func limit() {
        var field = TextField()
        _ = field.edit(.paste(Array(repeating: 0x61, count: 100_000)))
        #expect(field.text.count == TextField.limit)
        _ = field.edit(.character("b"))
        #expect(field.text.count == TextField.limit)
    }

    @Test("Tab goes through the matches of the last word, and round")
    func completion() {
        var state = DashboardFixture.dashboard()
        state.press("s")
        state.type("x PRES")
        state.press("Tab")
        #expect(state.prompt?.field.text == "x presence-game-1")
        state.press("Tab")
        #expect(state.prompt?.field.text == "x presence-game-2")
        state.press("Tab")
        #expect(state.prompt?.field.text == "x presence-game-1")
        state.press("Shift-Tab")
        #expect(state.prompt?.field.text == "x presence-game-2")
        state.type(" pres")
        state.press("Tab")
        #expect(state.prompt?.field.text == "x presence-game-2 presence-game-1")
    }

    @Test("Up brings back earlier inputs, Down the one being typed")
    func history() {
        var state = DashboardFixture.dashboard()
        for text in ["one", "two", "one"] {
            state.press("/")
            state.type(text)
            state.press("Enter")
        }
        state.press("/")
        state.type("dra")
        state.press("Up")
        #expect(state.prompt?.field.text == "one")
        state.press("Up")
        #expect(state.prompt?.field.text == "two")
        state.press("Up")
        #expect(state.prompt?.field.text == "two")
        state.press("Down", "Down")
        #expect(state.prompt?.field.text == "dra")
    }

    @Test("each kind of prompt has its own history")
    func separateHistories() {
        var state = DashboardFixture.dashboard()
        state.press("/")
        state.type("needle")
        state.press("Enter", "s", "Up")
        #expect(state.prompt?.field.text.isEmpty == true)
    }

    @Test("the cursor stands where the next letter goes, also in a long line")
    func cursor() {
        var state = DashboardFixture.dashboard()
        state.press("s")
        #expect(Self.cursor(of: state) == [12, 22])
        state.type(String(repeating: "x", count: 200))
        #expect(Self.cursor(of: state) == [78, 22])
        state.press("Home")
        #expect(Self.cursor(of: state) == [12, 22])
    }

    private static func cursor(of state: DashboardState) -> [Int]? {
        state.screen().cursor.map { [$0.x, $0.y] }
    }
}
