import BuoyTestBasics
import Testing

@testable import BuoyTextScreen

@Suite("Sanitizer")
struct SanitizerTests {
    @Test("printable ASCII stays as it is")
    func plain() {
        let text = SafeText(sanitizing: #"{"bid":60121.0} ~!"#)
        #expect(text.string == #"{"bid":60121.0} ~!"#)
        #expect(text.width == 18)
        #expect(text.marks.isEmpty)
        #expect(!text.isCut)
    }

    @Test(
        "what must not be drawn is marked",
        arguments: [
            ("a\u{1B}[31mb", "a␛[31mb"), ("x\r\ny\tz", "x␍␊y␉z"), ("\0\u{7F}", "␀␡"),
            ("a\u{85}b", "a\u{FFFD}b"), ("user\u{202E}nimda\u{202C}", "user·nimda·"),
            ("x\u{200C}\u{2060}\u{FEFF}y", "x·y"), ("pass\u{AD}word", "pass·word"),
            ("\u{3164}\u{115F}\u{1160}\u{FFA0}", "·"), ("a\u{2028}b", "a·b"), ("⠀⠀", "·"),
            ("\u{1FAE8}\u{E000}", "\u{FFFD}"),
        ] as [(HostileString, String)])
    func singleLine(source: HostileString, shown: String) {
        let source = source.text
        let text = SafeText(sanitizing: source)
        #expect(text.string == shown)
        #expect(!text.marks.isEmpty)
    }

    @Test(
        "raw views spell every such character",
        arguments: [
            ("a\u{1B}[31m", #"a\u001B[31m"#), ("x\r\ny\tz", #"x\r\ny\tz"#),
            ("a\u{202E}b", #"a\u202Eb"#), ("\u{E0041}", #"\uDB40\uDC41"#),
            ("\u{301}x", #"\u0301x"#), ("👨\u{200D}👩", #"👨\u200D👩"#), ("\u{85}", #"\u0085"#),
        ] as [(HostileString, String)])
    func reveal(source: HostileString, shown: String) {
        let source = source.text
        #expect(SafeText(sanitizing: source, style: .reveal).string == shown)
    }

    @Test("bytes that are not UTF-8 become one replacement for a run, or are spelled")
    func invalid() {
        let bytes: [UInt8] = [0x61, 0x80, 0x81, 0xBF, 0x62, 0xFF, 0xC3, 0xA9]
        #expect(SafeText(sanitizing: bytes).string == "a\u{FFFD}b\u{FFFD}é")
        let revealed = SafeText(sanitizing: bytes, style: .reveal)
        #expect(revealed.string == #"a\x80\x81\xBFb\xFFé"#)
    }

    @Test(
        "overlong forms, surrogates and too large code points are not UTF-8",
        arguments: [
            [0xC0, 0x9B], [0xE0, 0x80, 0x9B], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0xF8, 0x88, 0x80, 0x80, 0x80], [0xC3], [0xF0, 0x9F, 0x9A],
        ] as [[UInt8]])
    func malformed(bytes: [UInt8]) {
        #expect(SafeText(sanitizing: bytes).string == "\u{FFFD}")
        #expect(SafeText(sanitizing: bytes + [0x5B]).string == "\u{FFFD}[")
    }

    @Test("a character keeps two combining marks, a space and the start none")
    func combining() {
        #expect(
            SafeText(sanitizing: "e\u{301}\u{323}\u{302}\u{303}x").string == "e\u{301}\u{323}·x")
        #expect(SafeText(sanitizing: "\u{301}\u{301}abc").string == "·abc")
        #expect(SafeText(sanitizing: " \u{301}").string == " ·")
        #expect(SafeText(sanitizing: "e\u{301}").width == 1)
        #expect(SafeText(sanitizing: "\u{1112}\u{1161}\u{11AB}").width == 2)
    }

    @Test("of an emoji sequence the first character stays, two cells wide")
    func emoji() {
        #expect(SafeText(sanitizing: "👨‍👩‍👧‍👦!").string == "👨!")
        #expect(SafeText(sanitizing: "👋🏽").width == 2)
        #expect(SafeText(sanitizing: "❤\u{FE0F}").string == "❤")
        #expect(SafeText(sanitizing: "🏴\u{E0067}\u{E0062}\u{E007F}").string == "🏴")
        #expect(SafeText(sanitizing: "🇳🇴🇸").string == "NOS")
    }

    @Test("a joiner that joins nothing does not vanish")
    func strayJoiner() {
        #expect(SafeText(sanitizing: "👨\u{200D}admin").string == "👨·admin")
        #expect(SafeText(sanitizing: "👨\u{200D}").string == "👨·")
        #expect(SafeText(sanitizing: "a\u{200D}b").string == "a·b")
    }

    @Test(
        "honest text of other scripts is kept",
        arguments: ["مرحبا بالعالم", "שלום 123", "日本語テスト", "नमस्ते", "Ünïcödé"])
    func honest(source: String) {
        let text = SafeText(sanitizing: source)
        #expect(text.string.unicodeScalars.elementsEqual(source.unicodeScalars))
        #expect(text.marks.isEmpty)
    }

    @Test("nothing behind the limit is looked at, and no character is halved by it")
    func limits() {
        let text = SafeText(sanitizing: "aé日", limit: 4)
        #expect(text.string == "aé")
        #expect(text.isCut)
        #expect(SafeText(sanitizing: "aé日", limit: 6).isCut == false)
        #expect(SafeText(sanitizing: "abc", limit: 0).string.isEmpty)
        #expect(SafeText(sanitizing: "abc", limit: -1).isCut)
        #expect(SafeText(sanitizing: AnySequence("abcdef".utf8), limit: 3).string == "abc")
    }

    @Test("an ASCII text has escapes for controls and a question mark for the rest")
    func ascii() {
        let text = SafeText(sanitizing: "a\u{1B}é\nß\u{202E}日\u{FFFF}", alphabet: .ascii)
        #expect(text.string == #"a\x1b?\n?.??"#)
        let revealed = SafeText(sanitizing: "é", style: .reveal, alphabet: .ascii)
        #expect(revealed.string == #"\u00E9"#)
    }

    @Test("marks cover exactly what was replaced, and move along when texts are joined")
    func marks() {
        let text: SafeText = "ab\(SafeText(sanitizing: "c\u{1B}d\nz"))"
        #expect(text.string == "abc␛d␊z")
        #expect(text.marks == [3..<6, 7..<10])
        #expect(text.width == 7)
    }

    @Test("interpolated strings are sanitized, numbers are written out")
    func interpolation() {
        let name = "evil\u{9B}2J"
        let text: SafeText = "\(42) members of \(name)"
        #expect(text.string == "42 members of evil\u{FFFD}2J")
    }

    @Test(
        "no hostile text leaves anything but printable cells of known width",
        arguments: HostileText.all, [SafeText.Notation.singleLine, .reveal])
    func corpus(hostile: HostileText, style: SafeText.Notation) {
        for alphabet in [SafeText.Alphabet.unicode, .ascii] {
            let text = SafeText(
                sanitizing: hostile.bytes, limit: .max - 1, style: style, alphabet: alphabet)
            #expect(text.isDrawable)
            #expect(alphabet == .unicode || text.utf8.allSatisfy { 0x20..<0x7F ~= $0 })
            let cut = SafeText(sanitizing: hostile.bytes, limit: 64, style: style)
            #expect(cut.isDrawable)
        }
    }

    @Test("the corpus is there")
    func corpusIsThere() {
        #expect(HostileText.all.count == 124)
    }

    @Test("random bytes leave nothing but printable cells", arguments: UInt64(1)...200)
    func random(seed: UInt64) {
        var generator = Dice(seed: seed)
        let parts: [[UInt8]] = [
            [0x1B], [0x9B], [0xE2, 0x80, 0xAE], [0xCC, 0x81], [0xF0, 0x9F, 0x91, 0xA8],
            [0xE2, 0x80, 0x8D], [0xEF, 0xB8, 0x8F], [0xE6, 0x97, 0xA5], [0x20], [0x61],
            [0xC2, 0x9B],
        ]
        var bytes: [UInt8] = []
        for _ in 0..<200 {
            if Bool.random(using: &generator) {
                bytes += parts.randomElement(using: &generator) ?? []
            } else {
                bytes.append(UInt8.random(in: 0...255, using: &generator))
            }
        }
        for style in [SafeText.Notation.singleLine, .reveal] {
            #expect(SafeText(sanitizing: bytes, style: style).isDrawable)
        }
    }
}

extension SafeText {
    /// Whether drawing it can do nothing but fill as many cells as it says.
    fileprivate var isDrawable: Bool {
        var width = 0
        var marks = 2
        for scalar in self.string.unicodeScalars {
            guard let cells = CharacterWidth.cells(of: scalar) else { return false }
            marks = cells == 0 ? marks + 1 : 0
            guard marks <= 2 else { return false }
            width += cells
        }
        let isInOrder = zip(self.marks, self.marks.dropFirst())
            .allSatisfy { $0.upperBound < $1.lowerBound }
        return width == self.width && isInOrder
            && (self.marks.last?.upperBound ?? 0) <= self.utf8.count
    }
}
