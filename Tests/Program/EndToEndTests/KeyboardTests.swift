import BuoyTestBasics
import BuoyTestSupport
import Testing

/// The kitty keyboard protocol, where a terminal has it.
@Suite("Keyboard protocol", .inTurn)
struct KeyboardTests {
    private static let question = "\u{1B}[?u\u{1B}[c"
    private static let answer = "\u{1B}[?0u\u{1B}[?62;22c"
    private static let on = "\u{1B}[>1u"
    private static let off = "\u{1B}[<u"

    private static func text(_ terminal: PseudoTerminal) -> String {
        String(decoding: terminal.output, as: UTF8.self)
    }

    @Test("a terminal that has it reports Esc at once, and has its own keys back at the end")
    func on() throws {
        let terminal = try PseudoTerminal(BuiltProgram.path, [])
        #expect(terminal.writes(Self.question))
        terminal.type(Self.answer)
        #expect(terminal.writes(Self.on))
        terminal.type("?")
        #expect(terminal.shows("Keys"), "\(terminal.screen.text)")
        terminal.type("\u{1B}[27u")
        #expect(terminal.wait { !$0.screen.text.contains("Keys") }, "\(terminal.screen.text)")
        terminal.type("Q")
        #expect(terminal.end() == 0)
        let text = Self.text(terminal)
        #expect(text.ranges(of: Self.on).count == 1 && text.ranges(of: Self.off).count == 1)
        var rules = OutputRules()
        rules.allowsKeyboard = true
        #expect(rules.findings(in: terminal.output) == [])
    }

    @Test("a signal that ends the program switches it off too")
    func signal() throws {
        let terminal = try PseudoTerminal(BuiltProgram.path, [])
        #expect(terminal.writes(Self.question))
        terminal.type(Self.answer)
        #expect(terminal.writes(Self.on))
        terminal.send(signal: 15)
        _ = terminal.end()
        let text = Self.text(terminal)
        #expect(text.ranges(of: Self.off).count == 1)
    }

    @Test("where nothing answers, or no, it stays off")
    func off() throws {
        for answer in ["", "\u{1B}[?62;22c"] {
            let terminal = try PseudoTerminal(BuiltProgram.path, [])
            #expect(terminal.writes(Self.question))
            terminal.type(answer + "?")
            #expect(terminal.shows("Keys"), "\(terminal.screen.text)")
            terminal.type("\u{1B}")
            #expect(terminal.wait { !$0.screen.text.contains("Keys") }, "\(terminal.screen.text)")
            terminal.type("Q")
            #expect(terminal.end() == 0)
            let text = Self.text(terminal)
            #expect(!text.contains(Self.on) && !text.contains(Self.off))
        }
    }
}
