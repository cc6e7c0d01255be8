import ChannelsBasics
import Testing

@Suite("Percent-encoding")
struct PercentEncodingTests {
    @Test("what is reserved is encoded, byte by byte")
    func encode() {
        #expect(
            PercentEncoding.encode("a b/é~!*'()", leaving: .rfc3986)
                == "a%20b%2F%C3%A9~%21%2A%27%28%29")
        #expect(
            PercentEncoding.encode("a b/é~!*'()", leaving: .javaScript) == "a%20b%2F%C3%A9~!*'()")
    }

    @Test(
        "escapes are read in either case, and a plus sign is a space in forms alone",
        arguments: [
            ("a%20b", "a b", "a b"), ("%c3%A9", "é", "é"), ("a+b", "a+b", "a b"), ("", "", ""),
        ])
    func decode(text: String, plain: String, form: String) throws {
        #expect(try PercentEncoding.decode(text.utf8) == plain)
        #expect(try PercentEncoding.decode(text.utf8, plusIsSpace: true) == form)
        #expect(PercentEncoding.decodeLeniently(text.utf8) == plain)
    }

    @Test(
        "what is wrong is an error, or stays as it is",
        arguments: [
            ("%", .incompleteEscape, "%"), ("%4", .incompleteEscape, "%4"),
            ("100%zz", .incompleteEscape, "100%zz"), ("%FF", .notUTF8, "\u{FFFD}"),
            ("%%41", .incompleteEscape, "%A"),
        ] as [(String, PercentEncoding.DecodingError, String)])
    func wrong(text: String, error: PercentEncoding.DecodingError, lenient: String) {
        #expect(throws: error) { try PercentEncoding.decode(text.utf8) }
        #expect(PercentEncoding.decodeLeniently(text.utf8) == lenient)
    }
}
