import Testing

@testable import BuoyTextScreen

@Suite("Texts over several lines")
struct SafeTextWrappingTests {
    @Test(
        "lines are filled, the last one takes what is left",
        arguments: [
            ("", 3, 5, 4, [""]), ("abc", 3, 5, 4, ["abc"]), ("abcd", 3, 5, 4, ["abc", "d"]),
            ("abcdefghij", 3, 4, 4, ["abc", "defg", "hij"]),
            ("abcdefghij", 3, 4, 2, ["abc", "defghij"]), ("abcd", 3, 4, 1, ["abcd"]),
            ("a日本語", 2, 4, 9, ["a", "日本", "語"]), ("日本", 1, 1, 9, ["日", "本"]),
            ("abc", 0, -2, 9, ["a", "b", "c"]),
        ] as [(String, Int, Int, Int, [String])])
    func lines(text: String, first: Int, width: Int, limit: Int, expected: [String]) {
        let pieces = SafeText(sanitizing: text).wrapped(first: first, width: width, limit: limit)
        #expect(pieces.map(\.string) == expected)
        #expect(pieces.map(\.width) == expected.map { SafeText(sanitizing: $0).width })
    }

    @Test("marks stay on their characters, and combining ones with their base")
    func marks() {
        let text = SafeText(sanitizing: "ab\u{1B}cde\u{301}f\u{202E}g")
        let pieces = text.wrapped(first: 3, width: 3, limit: 9)
        #expect(pieces.reduce(into: SafeText.empty) { $0 += $1 } == text)
        #expect(pieces.map(\.marks.count) == [1, 0, 1])
        #expect(pieces[1].string == "cde\u{301}")
    }

    @Test(
        "a name is cut in the middle, and its start and end are kept",
        arguments: [
            ("presence-room-12", 9, 16, "presence-room-12"),
            ("presence-room-12", 9, 14, "presence-…m-12"),
            ("abcdefghijkl", 0, 7, "abc…jkl"), ("private-encrypted-x", 18, 10, "privat…d-x"),
            ("日本語日本語", 0, 8, "日…本語"), ("abcdef", 0, 3, "abcdef"),
        ])
    func shortened(text: String, start: Int, width: Int, expected: String) {
        let short = SafeText(sanitizing: text).shortened(to: width, keeping: start)
        #expect(String(decoding: short.utf8, as: UTF8.self) == expected)
        #expect(short.width <= width || width < 5)
    }
}
