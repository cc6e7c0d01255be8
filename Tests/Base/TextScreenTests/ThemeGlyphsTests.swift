import BuoyTextScreen
import Testing

@Suite("Symbols of themes")
struct ThemeGlyphsTests {
    @Test("a theme without symbols leaves every set as it is")
    func none() {
        for alphabet in ThemeGlyphs.Alphabet.allCases {
            #expect(ThemeGlyphs().applied(to: alphabet.standard) == alphabet.standard)
        }
    }

    @Test("a symbol is replaced in its own set alone, and nothing else in it")
    func replaces() {
        var glyphs = ThemeGlyphs()
        glyphs[.unicode, .stateConnected] = "◆"
        let set = glyphs.applied(to: .unicode)
        #expect(set.states.connected == "◆")
        #expect(set.states.failed == GlyphSet.unicode.states.failed)
        #expect(set.lines == GlyphSet.unicode.lines)
        #expect(glyphs.applied(to: .ascii) == .ascii)
        #expect(glyphs.applied(to: .vt) == .vt)
    }

    @Test(
        "only what takes one cell and can be seen is a symbol, and only ASCII in the ASCII set",
        arguments: [
            ("◆", true, false), ("*", true, true), (" ", false, false), ("\u{A0}", false, false),
            ("\u{1B}", false, false), ("\u{301}", false, false), ("漢", false, false),
            ("\u{200B}", false, false), ("\u{E000}", false, false),
        ] as [(Unicode.Scalar, Bool, Bool)])
    func allows(symbol: Unicode.Scalar, inUnicode: Bool, inASCII: Bool) {
        #expect(ThemeGlyphs.Alphabet.unicode.allows(symbol) == inUnicode)
        #expect(ThemeGlyphs.Alphabet.vt.allows(symbol) == inUnicode)
        #expect(ThemeGlyphs.Alphabet.ascii.allows(symbol) == inASCII)
        var glyphs = ThemeGlyphs()
        glyphs[.unicode, .stateFailed] = symbol
        #expect(glyphs[.unicode, .stateFailed] == (inUnicode ? symbol : nil))
    }

    @Test("a theme's own symbols come before those of the theme that it extends")
    func extends() {
        var own = ThemeGlyphs()
        own[.unicode, .stateConnected] = "◆"
        var base = ThemeGlyphs()
        base[.unicode, .stateConnected] = "■"
        base[.unicode, .stateFailed] = "□"
        let merged = own.extending(base)
        #expect(merged[.unicode, .stateConnected] == "◆")
        #expect(merged[.unicode, .stateFailed] == "□")
    }

    @Test(
        "in every set each state has a symbol of its own", arguments: ThemeGlyphs.Alphabet.allCases)
    func distinct(alphabet: ThemeGlyphs.Alphabet) {
        let states = alphabet.standard.states
        let symbols = [
            states.initialized, states.connecting, states.connected, states.unavailable,
            states.disconnected, states.failed,
        ]
        #expect(Set(symbols).count == symbols.count)
        #expect(symbols.allSatisfy(alphabet.allows))
    }
}
