import BuoyDashboardTesting
import BuoyTestBasics
import BuoyTextScreen
import Testing

@testable import BuoyDashboard

@Suite("The line of a prompt")
struct TextFieldTests {
    /// Edits a string that has the cursor at `|`, and shows the outcome in the same way.
    private static func edited(_ text: String, _ keys: [String]) throws -> String {
        var field = Self.field(text)
        for key in keys { #expect(field.edit(try #require(KeyPress(name: key)))) }
        return Self.shown(field)
    }

    private static func field(_ text: String) -> TextField {
        var field = TextField(text.filter { $0 != "|" })
        field.move(to: Array(text).firstIndex(of: "|") ?? text.count)
        return field
    }

    private static func shown(_ field: TextField) -> String {
        var characters = Array(field.characters)
        characters.insert("|", at: field.cursor)
        return String(characters)
    }

    @Test(
        "words are letters and digits for Alt, and reach to a space for Ctrl-W",
        arguments: [
            ("presence-lobby-7|", ["Alt-b"], "presence-lobby-|7"),
            ("presence-lobby-|7", ["Alt-b"], "presence-|lobby-7"),
            ("|  été-2", ["Alt-f"], "  été|-2"), ("  été|-2", ["Alt-f"], "  été-2|"),
            ("a|", ["Alt-f"], "a|"), ("|a", ["Alt-b"], "|a"),
            ("a-b|", ["Ctrl-Left"], "a-|b"), ("|a-b", ["Ctrl-Right"], "a|-b"),
            ("a-b|", ["Alt-Left"], "a-|b"), ("|a-b", ["Alt-Right"], "a|-b"),
            ("|pri-x y", ["Alt-d"], "|-x y"), ("a| b", ["Alt-d"], "a|"),
            ("a channel:x*y |z", ["Ctrl-W"], "a |z"), ("|z", ["Ctrl-W"], "|z"),
        ])
    func words(text: String, keys: [String], expected: String) throws {
        #expect(try Self.edited(text, keys) == expected)
    }

    @Test(
        "what was cut out comes back, in one piece if it was cut out in one go",
        arguments: [
            ("a b c|", ["Ctrl-W", "Ctrl-W", "Ctrl-A", "Ctrl-Y"], "b c|a "),
            ("|a b c", ["Alt-d", "Alt-d", "Ctrl-E", "Ctrl-Y"], " ca b|"),
            ("a |b", ["Ctrl-K", "Ctrl-U", "Ctrl-Y"], "a b|"),
            ("a b|", ["Ctrl-W", "Left", "Ctrl-U", "Ctrl-Y", "Ctrl-Y"], "aa| "),
            ("a b|", ["Ctrl-W", "x", "Ctrl-Y", "Ctrl-Y"], "a xbb|"),
            ("ab|", ["Ctrl-U", "Ctrl-U", "Ctrl-Y"], "ab|"), ("a|", ["Ctrl-K", "Ctrl-Y"], "a|"),
            ("ab|", ["Backspace", "Ctrl-Y"], "a|"),
        ])
    func kill(text: String, keys: [String], expected: String) throws {
        #expect(try Self.edited(text, keys) == expected)
    }

    @Test(
        "Ctrl-T swaps the characters around the cursor",
        arguments: [
            ("ab|", "ba|"), ("a|bc", "ba|c"), ("|ab", "|ab"), ("a|", "a|"), ("|", "|"),
            ("é日|", "日é|"),
        ])
    func transpose(text: String, expected: String) throws {
        #expect(try Self.edited(text, ["Ctrl-T"]) == expected)
    }

    @Test(
        "undo takes back a change, and of what was typed a word",
        arguments: [
            ([], "|"), (["a", "b"], "|"), (["a", "Space", "b", "c"], "a|"),
            (["a", "Left", "b"], "|a"), (["a", "b", "Ctrl-W"], "ab|"),
            (["a", "b", "Ctrl-A", "Ctrl-K", "Ctrl-K", "Ctrl-K"], "|ab"),
            (["a", "b", "Ctrl-T", "Backspace"], "ba|"),
        ])
    func undo(keys: [String], expected: String) throws {
        #expect(try Self.edited("|", keys + ["Ctrl-_"]) == expected)
    }

    @Test("undo goes back step by step, as far as it remembers")
    func undoAll() throws {
        #expect(try Self.edited("|", ["a", "Ctrl-A", "b", "Ctrl-_", "Ctrl-_", "Ctrl-_"]) == "|")
        var field = TextField()
        let changes = TextField.undoLimit + 5
        for _ in 0..<changes { _ = field.edit(.paste([0x61])) }
        for _ in 0..<changes { field.undo() }
        #expect(field.text == "aaaaa")
    }

    @Test("characters that come to stand side by side may become one")
    func joining() {
        // Two halves of a flag, and a letter between them.
        var field = TextField("\u{1F1E9}x\u{1F1EA}")
        field.move(to: 2)
        _ = field.edit(.backspace)
        #expect(field.characters.count == 1)
        #expect(field.cursor == 1)
    }

    @Test("a character of many combining marks does not grow without end")
    func marks() {
        var field = TextField("e")
        let paste = Array(String(repeating: "\u{301}", count: TextField.byteLimit).utf8)
        for _ in 0..<20 { _ = field.edit(.paste(paste)) }
        #expect(field.text == "e")
        for _ in 0..<200 { _ = field.edit(.character("\u{301}")) }
        #expect(field.characters.count == 1)
        #expect(250...TextField.characterByteLimit ~= field.text.utf8.count)
    }

    @Test("a full line takes no more, and keeps its end")
    func full() {
        var field = TextField(String(repeating: "x", count: TextField.byteLimit - 1) + "y")
        field.move(to: 0)
        _ = field.edit(.character("a"))
        #expect(field.text.hasPrefix("x") && field.text.hasSuffix("y"))
    }

    @Test("text is cut where it no longer fits, and the line says so")
    func cut() {
        var field = TextField("ab", byteLimit: 6)
        _ = field.edit(.paste(Array("日本".utf8)))
        #expect(field.text == "ab日" && field.isFull)
        _ = field.edit(.backspace)
        #expect(field.text == "ab" && !field.isFull)
    }

    @Test("a run of flags is regrouped when a half joins it")
    func flags() {
        let half = "\u{1F1E9}"
        var field = TextField(String(repeating: half + "\u{1F1EA}", count: 20))
        field.move(to: 3)
        _ = field.edit(.character("\u{1F1EB}"))
        #expect(Array(field.characters) == Array(field.text))
        #expect(field.characters.count == 21)
        field.undo()
        #expect(field.text == String(repeating: half + "\u{1F1EA}", count: 20))
        #expect(field.cursor == 3)
    }

    @Test("undo restores every earlier text", arguments: [1, 2, 3] as [UInt64])
    func undoAnything(seed: UInt64) {
        let keys: [KeyPress] =
            ["e", "\u{301}", "\u{1F1E9}", " ", "日"].map { .character($0) } + [
                .left, .home, .end, .backspace, .delete, .alt("b"), .paste(Array("a b".utf8)),
            ] + "KUWYT".unicodeScalars.map { .control($0) }
        var dice = Dice(seed: seed)
        var field = TextField()
        for _ in 0..<300 {
            let text = field.text
            field.move(to: field.cursor)
            _ = field.edit(keys[dice.number(0...keys.count - 1)])
            guard field.text != text else { continue }
            var undone = field
            undone.undo()
            #expect(undone.text == text)
        }
    }

    @Test("keys that are not for editing are left to others")
    func others() {
        var field = TextField("a")
        for key in [KeyPress.up, .tab, .enter, .escape, .function(3), .alt("x"), .control("Q")] {
            let isForEditing = field.edit(key)
            #expect(!isForEditing)
        }
        #expect(field == TextField("a"))
    }

    private static func row(_ text: String, width: Int, error: Range<Int> = 0..<0) -> [String] {
        var canvas = Canvas(size: ScreenSize(columns: width, rows: 1))
        Self.field(text).draw(on: &canvas, in: canvas.bounds, role: .prompt, error: error)
        let roles = canvas.roleRows[0]
        return [canvas.textRows[0], roles, "\(canvas.cursor.map { "\($0.x)" } ?? "-")"]
    }

    @Test(
        "a long line scrolls to the cursor, and shows where something is left out",
        arguments: [
            ("abcdef|", 8, "abcdef  ", 6), ("|abcdefghij", 6, "abcde…", 0),
            ("abcd|efghij", 6, "…cdef…", 3), ("abcdefghi|j", 6, "…fghij", 5),
            ("abcdefghij|", 6, "…ghij ", 5), ("日本日本日|本日", 6, "…日本…", 3),
            ("abc|def", 1, "…", 0),
        ])
    func scrolling(text: String, width: Int, expected: String, cursor: Int) {
        let row = Self.row(text, width: width)
        #expect(row[0] == expected)
        #expect(row[2] == "\(cursor)")
    }

    @Test("wrong characters are drawn as wrong, as far as there are any")
    func errors() {
        #expect(Self.row("ab cd|", width: 6, error: 3..<9)[1] == "PPPpp.")
        #expect(Self.row("a|b日c", width: 6, error: 1..<3)[1] == "PpppP.")
        #expect(Self.row("|", width: 3, error: 4..<5)[1] == "...")
    }

    @Test("no sequence of keys breaks the line", arguments: [1, 2, 3] as [UInt64])
    func anything(seed: UInt64) {
        let samples = ["e", "\u{301}", "\u{1F1E9}", "\u{200D}", "👩", "日", "-", " ", "\u{1B}"]
        let keys: [KeyPress] =
            samples.flatMap { $0.unicodeScalars.map { KeyPress.character($0) } } + [
                .left, .right, .home, .end, .alt("b"), .alt("f"), .alt("d"), .backspace, .delete,
            ] + "KUWYT_".unicodeScalars.map { .control($0) } + [.paste(Array("a\u{301}\r\nb".utf8))]
        var field = TextField()
        var dice = Dice(seed: seed)
        for _ in 0..<3000 {
            let isForEditing = field.edit(keys[dice.number(0...keys.count - 1)])
            #expect(isForEditing)
            #expect(Array(field.characters) == Array(field.text))
            #expect(0...field.characters.count ~= field.cursor)
        }
    }
}
