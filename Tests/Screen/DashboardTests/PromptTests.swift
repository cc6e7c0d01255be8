import BuoyDashboardTesting
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

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
        #expect(field.text.count == TextField.byteLimit)
        _ = field.edit(.character("b"))
        #expect(field.text.count == TextField.byteLimit)
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

    @Test("Up goes through the lines that begin as what is typed, if there are any")
    func historyByPrefix() {
        var state = DashboardFixture.dashboard()
        for text in ["order.paid", "price", "order.new"] {
            state.press("/")
            state.type(text)
            state.press("Enter")
        }
        state.press("/")
        state.type("or")
        state.press("Ctrl-P")
        #expect(state.prompt?.field.text == "order.new")
        state.press("Ctrl-P")
        #expect(state.prompt?.field.text == "order.paid")
        state.press("Ctrl-P")
        #expect(state.prompt?.field.text == "order.paid")
        state.press("Ctrl-N", "Ctrl-N")
        #expect(state.prompt?.field.text == "or")
    }

    @Test("a line from the history that was changed is what is being typed then")
    func editedHistory() {
        var state = DashboardFixture.dashboard()
        for text in ["one", "two"] {
            state.press("/")
            state.type(text)
            state.press("Enter")
        }
        state.press("/", "Up")
        state.type("!")
        state.press("Up")
        #expect(state.prompt?.field.text == "two")
        state.press("Down")
        #expect(state.prompt?.field.text == "two!")
        state.press("Ctrl-_")
        #expect(state.prompt?.field.text == "two")
    }

    @Test("a line that cannot be used is kept in the history too")
    func failedLine() {
        var state = DashboardFixture.dashboard()
        state.press("3", "f")
        state.type("size>x")
        state.press("Enter", "Esc", "f", "Up")
        #expect(state.prompt?.field.text == "size>x")
    }

    @Test("a history keeps its newest lines, each once, and no blank ones")
    func historyLimit() {
        var memory = PromptMemory()
        for number in 0...DashboardSettings.promptHistoryLimit {
            memory.keep("\(number)", of: .search)
        }
        for line in ["", "  ", "5"] { memory.keep(line, of: .search) }
        let lines = memory.lines(of: .search)
        #expect(lines.count == DashboardSettings.promptHistoryLimit)
        #expect(lines.first == "1" && lines.last == "5")
        #expect(lines.count { $0 == "5" } == 1)
        #expect(memory.lines(of: .filter).isEmpty)
    }

    @Test("what was cut out of a prompt comes back in the next one")
    func killAcrossPrompts() {
        var state = DashboardFixture.dashboard()
        state.press("3", "/")
        state.type("order")
        state.press("Ctrl-U", "Esc", "f", "Ctrl-Y")
        #expect(state.prompt?.field.text == "order")
    }

    @Test("the filter prompt completes fields, names and values at the cursor")
    func filterCompletion() {
        var state = DashboardFixture.dashboard()
        state.press("3", "f")
        state.type("-ch")
        state.press("Tab")
        #expect(state.prompt?.field.text == "-channel:")
        state.type("lobb")
        state.press("Tab")
        #expect(state.prompt?.field.text == "-channel:presence-lobby")
        state.type(" user:u1")
        #expect(state.completedPrompt?.completion.candidates.contains { $0.text == "u17" } == true)
        state.press("Ctrl-U")
        state.type("data.")
        let texts = state.completedPrompt?.completion.candidates.map(\.text)
        #expect(texts?.contains("data.bid") == true)
        state.press("Ctrl-U")
        state.type("pri")
        state.press("Home")
        #expect(state.completedPrompt?.completion.range == 0..<0)
    }

    @Test("one undo takes back a round of completions")
    func undoCompletion() {
        var state = DashboardFixture.dashboard()
        state.press("s")
        state.type("pres")
        state.press("Tab", "Tab", "Tab", "Ctrl-_")
        #expect(state.prompt?.field.text == "pres")
    }

    @Test("the hints say what a completed field asks")
    func completionNote() {
        var state = DashboardFixture.dashboard()
        state.press("3", "f", "Tab", "Tab")
        #expect(state.prompt?.field.text == "event:")
        #expect(state.screen().textRows.last?.hasPrefix(" event: event name  Enter") == true)
    }

    @Test(
        "what is wrong is marked until the text changes",
        arguments: [
            (["3", "f"], "order size>2x", 11..<13), (["s"], " orders bad/name x", 8..<16),
            (["Down", "c"], "presence-lobby typing 1", 15..<21),
            (["Down", "c"], "chat-room client-x", 0..<9),
            ([":"], "save-screen a.png", 0..<0),
        ])
    func errorRange(keys: [String], text: String, range: Range<Int>) {
        var state = DashboardFixture.dashboard()
        for key in keys { state.press(key) }
        state.press("Ctrl-U")
        state.type(text)
        state.press("Enter", "Left")
        #expect(state.prompt?.errorRange == range)
        #expect(state.prompt?.error != nil)
        state.type("x")
        #expect(state.prompt?.errorRange.isEmpty == true)
        #expect(state.prompt?.error == nil)
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
