import Testing

@testable import BuoyTextScreen

@Suite("Large text")
struct BigTextTests {
    @Test("any two letters differ in three pixels or more", arguments: [true, false])
    func distance(isTall: Bool) throws {
        let face = isTall ? BigText.tallFace : BigText.shortFace
        let letters = try face.map { letter, digits in
            let rows = try digits.map { try #require(UInt8(String($0), radix: 32)) }
            #expect(rows.count == (isTall ? 7 : 5), "\(letter)")
            return (letter, rows)
        }
        #expect(Set(BigText.tallFace.keys) == Set(BigText.shortFace.keys))
        for (index, one) in letters.enumerated() {
            // A space is not drawn.
            for other in letters.dropFirst(index + 1) where one.0 != " " && other.0 != " " {
                let distance = zip(one.1, other.1).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
                #expect(distance >= 3, "\(one.0) and \(other.0)")
            }
        }
    }

    @Test("letters, digits and the punctuation of a sentence have a large form")
    func complete() {
        let needed =
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { Unicode.Scalar($0) }
            + "0123456789.,:;!?'\"()-+&@/%#… ".unicodeScalars
        for letter in needed { #expect(BigText.tallFace[letter] != nil, "\(letter)") }
    }

    @Test("M and N are letters of their own, and narrow letters are narrow")
    func shapes() {
        let wanted = """
            ▀█▀ █▄ ▄█ █▄  █
             █  █ █ █ █ ▀▄█
            ▀▀▀ ▀   ▀ ▀   ▀
            """
        #expect(Self.drawn("imn") == wanted)
    }

    @Test("the dots of ë are drawn, and there are no letters of other scripts")
    func marks() {
        #expect(Self.drawn("Zoë") == Self.drawn("Zoe\u{308}"))
        #expect(BigText("Zoë", .full)?.height == 9 && BigText("ZOE", .full)?.height == 7)
        let wanted = """
                         ▀ ▀
            ▀▀▀█▀ ▄▀▀▀▄ █▀▀▀▀
             ▄▀   █   █ █▀▀▀
            ▀▀▀▀▀  ▀▀▀  ▀▀▀▀▀
            """
        #expect(Self.drawn("Zoë") == wanted)
        #expect(BigText("Łódź", .half)?.width == 23)
        #expect(BigText("陳", .full) == nil)
        #expect(BigText("", .full) == nil)
        #expect(BigText("\u{308}", .full) == nil)
    }

    /// A string in large letters, without spaces at the ends of rows, nor empty rows above.
    private static func drawn(_ text: String) -> String {
        var canvas = Canvas(size: ScreenSize(columns: 40, rows: 4), glyphs: .unicode)
        let big = BigText(text, .half)
        big?.draw(on: &canvas, x: 0, y: 0, role: .text)
        return canvas.textRows.prefix(big?.height ?? 0).map { row in
            String(row.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}
