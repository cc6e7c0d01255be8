import Testing

@testable import BuoyTextScreen

@Suite("Texts in rows")
struct SafeTextRowsTests {
    @Test(
        "a text is cut where the row ends, and nothing of it is lost",
        arguments: [
            ("abcdefgh", 3, 3, ["abc", "def", "gh"]), ("abc", 3, 3, ["abc"]), ("", 3, 3, [""]),
            ("abcdef", 1, 4, ["a", "bcde", "f"]), ("abcdef", 0, 4, ["", "abcd", "ef"]),
            ("日本語", 3, 3, ["日", "本", "語"]), ("a日b", 2, 2, ["a", "日", "b"]),
            ("日本", 1, 0, ["", "日", "本"]), ("e\u{301}e\u{301}", 1, 2, ["e\u{301}", "e\u{301}"]),
        ] as [(String, Int, Int, [String])])
    func cut(text: String, first: Int, width: Int, rows: [String]) {
        let safe = SafeText(sanitizing: text)
        let answer = safe.rows(first: first, width: width)
        #expect(answer.map(\.string) == rows)
        let sum = answer.reduce(SafeText.empty, +)
        #expect(sum.width == safe.width)
        #expect(sum.utf8 == safe.utf8)
    }

    @Test("a row of words ends behind a space, unless that would leave it half empty")
    func spaces() {
        let text: SafeText = "one two three a-very-long-word-indeed"
        let rows = text.rows(first: 9, width: 12, atSpaces: true).map(\.string)
        #expect(rows == ["one two ", "three a-very", "-long-word-i", "ndeed"])
    }

    @Test("marks go on from row to row, and say the same")
    func marks() {
        let text = SafeText(sanitizing: "ab\u{202E}cd\u{1B}", style: .reveal)
        #expect(text.string == "ab\\u202Ecd\\u001B")
        let rows = text.rows(first: 4, width: 4)
        #expect(rows.map(\.string) == ["ab\\u", "202E", "cd\\u", "001B"])
        #expect(rows.map(\.marks) == [[2..<4], [0..<4], [2..<4], [0..<4]])
        for row in rows { #expect(row.width == 4) }
    }

    @Test("whether a text was cut short stays with its end")
    func cutShort() {
        let text = SafeText(sanitizing: "abcdef", limit: 4)
        #expect(text.rows(first: 2, width: 2).map(\.isCut) == [false, true])
    }
}
