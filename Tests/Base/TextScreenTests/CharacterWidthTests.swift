import BuoyTestBasics
import BuoyTextScreen
import Testing

@Suite("Character widths")
struct CharacterWidthTests {
    @Test(
        "characters take the cells that terminals give them",
        arguments: [
            ("a", 1), ("~", 1), ("é", 1), ("─", 1), ("●", 1), ("…", 1), ("❤", 1), ("ｶ", 1),
            ("日", 2), ("テ", 2), ("한", 2), ("🚀", 2), ("⌚", 2), ("\u{3000}", 2), ("\u{20000}", 2),
            ("\u{301}", 0), ("\u{20D0}", 0), ("\u{11A8}", 0),
        ] as [(Unicode.Scalar, Int)])
    func cells(scalar: Unicode.Scalar, cells: Int) {
        #expect(CharacterWidth.cells(of: scalar) == cells)
    }

    @Test(
        "what must not be shown has no width",
        arguments: [
            "\0", "\u{1B}", "\u{7F}", "\u{80}", "\u{9B}", "\u{9F}", "\u{AD}", "\u{61C}", "\u{200B}",
            "\u{200D}", "\u{202E}", "\u{2028}", "\u{2066}", "\u{3164}", "\u{FE0F}", "\u{FEFF}",
            "\u{FFF9}", "\u{E000}", "\u{FFFF}", "\u{1FAE8}", "\u{E0041}", "\u{10FFFF}",
            "\u{2800}", "\u{115F}", "\u{FFA0}", "\u{180E}",
        ] as [Unicode.Scalar])
    func hidden(scalar: Unicode.Scalar) {
        #expect(CharacterWidth.cells(of: scalar) == nil)
    }

    @Test("the class of every code point agrees with what Unicode says of it")
    func agreesWithUnicode() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let properties = scalar.properties
            let kind = CharacterWidth.characterClass(of: scalar)
            switch properties.generalCategory {
            case .control, .privateUse, .surrogate, .lineSeparator, .paragraphSeparator, .format:
                #expect(kind == .unprintable || kind == .invisible)
            case .unassigned:
                #expect(kind == .unprintable || kind == .invisible)
            case .nonspacingMark, .enclosingMark:
                #expect(kind != .narrow && kind != .wide)
            default:
                // A newer Unicode than 14 knows more characters; those stay unprintable here.
                let isNew = properties.age.map { $0.major > 14 } ?? true
                #expect(kind != .unprintable || isNew)
            }
            if properties.isDefaultIgnorableCodePoint {
                #expect(kind == .invisible)
            }
        }
    }
}
