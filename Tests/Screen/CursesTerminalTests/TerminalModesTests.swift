import Testing

@testable import BuoyCursesTerminal

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
        let begin =
            TerminalModes.begin(focus: true, mouse: true) + TerminalModes.mouse(true)
            + TerminalModes.beginUpdate
        let switched = begin.split(separator: "\u{1B}").filter { $0.hasSuffix("h") }
        #expect(Set(switched).count == 6)
        for mode in switched {
            #expect(TerminalModes.end.contains(mode.dropLast() + "l"))
        }
    }

    @Test("only what is wanted is switched on, and what was left on is switched off before")
    func wanted() {
        let on = { (text: String) in
            text.split(separator: "\u{1B}").filter { $0.hasSuffix("h") }.map(String.init)
        }
        #expect(on(TerminalModes.begin(focus: false, mouse: false)) == ["[?2004h"])
        #expect(on(TerminalModes.begin(focus: true, mouse: false)) == ["[?2004h", "[?1004h"])
        #expect(
            on(TerminalModes.begin(focus: false, mouse: true))
                == ["[?2004h", "[?1006h", "[?1000h", "[?1002h"])
        #expect(on(TerminalModes.mouse(false)).isEmpty)
        #expect(TerminalModes.begin(focus: false, mouse: false).hasPrefix("\u{1B}[?1000l"))
    }

    @Test("a title is ended")
    func title() {
        #expect(TerminalModes.title("buoy") == "\u{1B}]2;buoy\u{7}")
    }
}
