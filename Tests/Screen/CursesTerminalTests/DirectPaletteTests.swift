import BuoyTextScreen
import Testing

@testable import BuoyCursesTerminal

@Suite("Any colour through a palette")
struct DirectPaletteTests {
    private static let escape = "\u{1B}["

    /// A palette with two places: 16 is a colour by its light, 17 one of the fixed palette.
    private static func palette() -> DirectPalette {
        var palette = DirectPalette()
        #expect(palette.place(of: .rgb(RGB(136, 192, 208))) == 16)
        #expect(palette.place(of: .indexed(208)) == 17)
        #expect(palette.place(of: .rgb(RGB(136, 192, 208))) == 16)
        return palette
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test(
        "places are replaced by their colours, and nothing else is changed",
        arguments: [
            ("38;5;16m", "38;2;136;192;208m"), ("48;5;16m", "48;2;136;192;208m"),
            ("38:5:16m", "38;2;136;192;208m"), ("38;5;17m", "38;5;208m"),
            ("38;5;18m", "38;5;18m"), ("38;5;7m", "38;5;7m"), ("38;5;256m", "38;5;256m"),
            ("38;5;1600m", "38;5;1600m"), ("38;5;16;1m", "38;5;16;1m"), ("38;5;16H", "38;5;16H"),
            ("1;38;5;16m", "1;38;5;16m"), ("31m", "31m"), ("?38;5;16m", "?38;5;16m"),
            ("38;2;1;2;3m", "38;2;1;2;3m"), ("4", "4"), ("8;5;16t", "8;5;16t"),
        ])
    func replaces(sequence: String, expected: String) {
        var palette = Self.palette()
        let input = "a\u{1B}[1m" + Self.escape + sequence + "é\u{1B}]2;x\u{7}" + sequence
        let output = "a\u{1B}[1m" + Self.escape + expected + "é\u{1B}]2;x\u{7}" + sequence
        #expect(Self.text(palette.rewritten(Array(input.utf8))) == output)
    }

    @Test("it does not matter where what ncurses writes is cut")
    func chunks() {
        let input = Array(
            "\u{1B}[H\u{1B}[38;5;16m\u{1B}[48;5;17mab\u{1B}\u{1B}[38;5;16m\u{1B}[0m─".utf8)
        var whole = Self.palette()
        let expected = whole.rewritten(input)
        #expect(Self.text(expected).contains("[38;2;136;192;208m\u{1B}[48;5;208mab"))
        for first in 0...input.count {
            for second in first...input.count {
                var palette = Self.palette()
                let output =
                    palette.rewritten(Array(input[..<first]))
                    + palette.rewritten(Array(input[first..<second]))
                    + palette.rewritten(Array(input[second...]))
                #expect(output == expected, "cut at \(first) and \(second)")
            }
        }
    }

    @Test("places are those that are not the user's own, and are free again when forgotten")
    func places() {
        var palette = DirectPalette()
        let places = (0..<240).compactMap { palette.place(of: .rgb(RGB(UInt8($0), 0, 1))) }
        #expect(places == Array(16...255))
        #expect(palette.place(of: .rgb(RGB(9, 9, 9))) == nil)
        #expect(palette.place(of: .rgb(RGB(3, 0, 1))) == 19)
        #expect(palette.place(of: .named(.red)) == nil)
        palette.forget()
        #expect(palette.place(of: .rgb(RGB(9, 9, 9))) == 16)
        let output = palette.rewritten(Array("\u{1B}[38;5;255m\u{1B}[38;5;16m".utf8))
        #expect(Self.text(output) == "\u{1B}[38;5;255m\u{1B}[38;2;9;9;9m")
    }

    @Test(
        "only one way to set a colour can be replaced",
        arguments: [
            ("\u{1B}[38;5;200m", true), ("\u{1B}[38:5:200m", true), ("\u{1B}[38;5;200m ", false),
            ("\u{1B}[38;5;200", false), ("\u{1B}P200\u{1B}\\", false), ("", false),
        ])
    func recognizes(sequence: String, can: Bool) {
        #expect(DirectPalette.canReplace(Array(sequence.utf8)) == can)
    }
}
