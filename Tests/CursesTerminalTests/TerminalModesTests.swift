import Testing

@testable import CursesTerminal

@Suite("What is written around ncurses")
struct TerminalModesTests {
    @Test("the reset string closes strings, switches modes off and leaves the alternate screen")
    func reset() {
        let bytes = TerminalModes.resetString(
            plain: "\u{1B}[m", keypadOff: "\u{1B}[?1l", showCursor: "\u{1B}[?25h",
            leave: "\u{1B}[?1049l")
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasPrefix("\u{1B}\\"))
        for mode in [1000, 1002, 1004, 1006, 2004, 2026] {
            #expect(text.contains("\u{1B}[?\(mode)l"))
        }
        #expect(text.hasSuffix("\u{1B}[m\u{1B}[?1l\u{1B}[?25h\u{1B}[?1049l\r\n"))
    }

    @Test("delays that terminfo asks for are left out")
    func delays() {
        let bytes = TerminalModes.resetString(
            plain: "\u{1B}[m$<2>", keypadOff: "a$b", showCursor: "$<50/>x", leave: "$<open")
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\u{1B}[ma$bx$<open\r\n"))
    }

    @Test("what is switched on is switched off")
    func pairs() {
        for begin in [TerminalModes.begin, TerminalModes.beginUpdate] {
            #expect(TerminalModes.end.contains(begin.dropLast() + "l"))
        }
    }

    @Test("a title is ended")
    func title() {
        #expect(TerminalModes.title("buoy") == "\u{1B}]2;buoy\u{7}")
    }
}
