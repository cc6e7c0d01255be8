import ChannelsBasics
import Testing

struct JSONEscapeTests {
    @Test("the shortest escape is used, and a surrogate pair above U+FFFF")
    func escapes() {
        let scalars: [Unicode.Scalar] = [
            "\"", "\\", "\u{8}", "\t", "\n", "\u{C}", "\r", "\0", "\u{1F}", "\u{202E}", "\u{E0001}",
        ]
        let escapes = [
            #"\""#, #"\\"#, #"\b"#, #"\t"#, #"\n"#, #"\f"#, #"\r"#, #"\u0000"#, #"\u001F"#,
            #"\u202E"#, #"\uDB40\uDC01"#,
        ]
        #expect(scalars.map(JSONEscape.text(of:)) == escapes)
    }

    @Test("a writer for peers escapes what it must, and nothing else")
    func required() {
        var writer = JSONTextWriter<RequiredJSONEscaping>()
        writer.object { writer in
            writer.key("a\"b")
            writer.string("\u{1}\u{7F}é\u{2028}\\")
            writer.key("c")
            writer.array { $0.raw("null".utf8) }
        }
        let expected = #"{"a\"b":"\u0001"# + "\u{7F}é\u{2028}" + #"\\","c":[null]}"#
        #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
    }
}
