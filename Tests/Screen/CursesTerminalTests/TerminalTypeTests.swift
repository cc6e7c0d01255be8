import Testing

@testable import BuoyCursesTerminal

@Suite("Terminal types")
struct TerminalTypeTests {
    @Test(
        "the nearest type that may be known is tried first",
        arguments: [
            ("xterm-kitty", false, ["xterm-kitty", "xterm-256color", "xterm", "vt100"]),
            ("foot", true, ["foot", "xterm-256color", "xterm", "vt100"]),
            ("alacritty", false, ["alacritty", "xterm-256color", "xterm", "vt100"]),
            ("foot-extra", false, ["foot-extra", "xterm-256color", "foot", "xterm", "vt100"]),
            ("wezterm", false, ["wezterm", "xterm-256color", "xterm", "vt100"]),
            ("xterm-ghostty", false, ["xterm-ghostty", "xterm-256color", "xterm", "vt100"]),
            ("footrest", false, ["footrest", "xterm", "vt100"]),
            ("st-256color", false, ["st-256color", "xterm-256color", "st", "xterm", "vt100"]),
            (
                "tmux-256color", false,
                ["tmux-256color", "screen-256color", "xterm-256color", "tmux", "xterm", "vt100"]
            ),
            ("foo-bar", false, ["foo-bar", "foo", "xterm", "vt100"]),
            (
                "rxvt-unicode-256color", false,
                [
                    "rxvt-unicode-256color", "xterm-256color", "rxvt-unicode", "xterm", "vt100",
                ]
            ),
            ("vt100", false, ["vt100", "xterm"]),
        ])
    func candidates(type: String, hasColorTerm: Bool, expected: [String]) {
        let candidates = TerminalType.candidates(type: type, hasColorTerm: hasColorTerm)
        #expect(candidates == expected)
    }

    @Test(
        "no type is tried twice", arguments: ["xterm", "xterm-256color", "-", "a-b-c", "vt100-x"])
    func once(type: String) {
        let candidates = TerminalType.candidates(type: type, hasColorTerm: true)
        #expect(Set(candidates).count == candidates.count)
        #expect(candidates.allSatisfy { !$0.isEmpty })
    }

    @Test("only types with a title get one")
    func titles() {
        #expect(TerminalType.showsTitle("xterm-256color"))
        #expect(TerminalType.showsTitle("tmux-256color"))
        #expect(!TerminalType.showsTitle("linux"))
        #expect(!TerminalType.showsTitle("vt100"))
    }

    @Test(
        "the name of a locale says UTF-8 in several spellings",
        arguments: [
            ("C.UTF-8", true), ("en_US.utf8", true), ("de_DE.UTF-8@euro", true), ("C", false),
            ("POSIX", false), ("de_DE.ISO-8859-1", false), ("", false),
        ])
    func locales(name: String, isUTF8: Bool) {
        #expect(TerminalLocale.namesUTF8(name) == isUTF8)
    }

    @Test("an error says what to do")
    func errors() {
        #expect(TerminalError.unknownType("foo").description.contains("set TERM"))
        #expect(TerminalError.noTypes.description.contains("ncurses-base"))
        #expect(TerminalError.noCursorAddressing(type: "dumb").description.contains("\"dumb\""))
    }
}
