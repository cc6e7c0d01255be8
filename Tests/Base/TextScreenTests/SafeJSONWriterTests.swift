import BuoyTestBasics
import BuoyTextScreen
import ChannelsBasics
import Foundation
import Testing

@Suite("JSON that hides nothing")
struct SafeJSONWriterTests {
    private static func written(_ write: (inout SafeJSONWriter) -> Void) -> String {
        var writer = SafeJSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("members and elements are parted by commas, and lines begin anew")
    func structure() {
        let text = Self.written { writer in
            for _ in 0..<2 {
                writer.object { writer in
                    writer.key("a\"")
                    writer.array { writer in
                        writer.integer(-1)
                        writer.bool(true)
                        writer.string("é\n\u{202E}")
                        writer.array { _ in }
                    }
                    writer.key("b")
                    writer.json("{ \"c\" : null }".utf8)
                }
                writer.endLine()
            }
        }
        let line = #"{"a\"":[-1,true,"é\n\u202E",[]],"b":{"c":null}}"#
        #expect(text == "\(line)\n\(line)\n")
    }

    private static let values: [(HostileString, HostileString, Bool)] = [
        (#"{"a":"\u00e9\"\\ b"}"#, #"{"a":"\u00e9\"\\ b"}"#, true),
        ("[1, 2]", "[1,2]", false), ("\n[]\t", "[]", false), ("1e400", "1e400", true),
        ("\"a\u{200B}b\"", #""a\u200Bb""#, false), ("\"\u{7F}\"", #""\u007F""#, false),
        ("\"日e\u{301}\"", "\"日e\u{301}\"", true), (#""\\""#, #""\\""#, true),
        (#"["\"", " "]"#, #"["\""," "]"#, false),
    ]

    @Test("JSON is copied as it is, apart from white space and what is hidden", arguments: values)
    func copies(json: HostileString, expected: HostileString, isExact: Bool) {
        var writer = SafeJSONWriter()
        #expect(writer.json(json.text.utf8) == isExact)
        #expect(writer.bytes.elementsEqual(expected.text.utf8))
    }

    @Test("a copied value means the same to every reader", arguments: HostileText.all)
    func hostile(hostile: HostileText) throws {
        let text = String(decoding: hostile.bytes, as: UTF8.self)
        let data = try JSONSerialization.data(
            withJSONObject: [text: [text]], options: [.prettyPrinted, .withoutEscapingSlashes])
        var writer = SafeJSONWriter()
        writer.json(data)
        let copy = String(decoding: writer.bytes, as: UTF8.self)
        #expect(copy.unicodeScalars.allSatisfy { CharacterWidth.cells(of: $0) != nil })
        let value = try JSONDecoder().decode([String: [String]].self, from: Data(writer.bytes))
        #expect(value.first?.value.first?.utf8.elementsEqual(text.utf8) == true)
    }

    @Test(
        "text that is taken along keeps lines and emoji, and nothing else",
        arguments: HostileText.all)
    func text(hostile: HostileText) {
        let text = PlainOutput.text(hostile.bytes)
        let kept: Set<Unicode.Scalar> = ["\n", "\t", "\u{FE0F}", "\u{200D}"]
        #expect(
            text.unicodeScalars.allSatisfy {
                CharacterWidth.cells(of: $0) != nil || kept.contains($0)
            })
        let line = PlainOutput.text(hostile.bytes, keepsLines: false)
        #expect(!line.utf8.contains { $0 < 0x20 })
    }
}
