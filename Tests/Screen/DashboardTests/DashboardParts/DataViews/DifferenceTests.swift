import BuoyTestBasics
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("What changed between two events")
struct DifferenceTests {
    @Test(
        "JSON is compared place by place",
        arguments: [
            ("{\"a\":1}", "{\"a\":1}", []), ("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", []),
            ("1", "2", ["~ $  1 → 2   +1"]), ("{\"a\":1}", "{\"a\":2}", ["~ $.a  1 → 2   +1"]),
            ("{\"a\":1}", "{\"b\":1}", ["+ $.b  1", "- $.a  1"]),
            ("{\"a\":{\"b\":[1,2]}}", "{\"a\":{\"b\":[1,3]}}", ["~ $.a.b[1]  2 → 3   +1"]),
            ("[1,2,3]", "[0,1,2,3]", ["+ $[0]  0"]), ("[1,2,3]", "[1,2,3,4]", ["+ $[3]  4"]),
            ("[1,2,3]", "[2,3]", ["- $[0]  1"]), ("[1,2,3]", "[1,3]", ["- $[1]  2"]),
            ("[1,2]", "[3]", ["~ $[0]  1 → 3   +2", "- $[1]  2"]),
            ("{\"a\":[]}", "{\"a\":{}}", ["~ $.a  [] → {}"]),
            ("{\"a\":null}", "{}", ["- $.a  null"]),
            ("{\"a\":1.0}", "{\"a\":1}", ["~ $.a  1.0 → 1"]),
            ("{\"a\":1,\"a\":2}", "{\"a\":2}", []),
            ("{\"t\":\"{\\\"x\\\":1}\"}", "{\"t\":\"{\\\"x\\\":2}\"}", ["~ $.t\".x  1 → 2   +1"]),
            ("{\"t\":\"a\"}", "{\"t\":\"\u{202E}\"}", ["~ $.t  \"a\" → \"\\u202E\""]),
            // Canonically the same, and still other bytes.
            ("{\"\u{E9}\":1}", "{\"e\u{301}\":1}", ["+ $[\"e\u{301}\"]  1", "- $[\"\u{E9}\"]  1"]),
        ] as [(HostileString, HostileString, [String])])
    func json(old: HostileString, new: HostileString, lines: [String]) throws {
        let old = old.text
        let new = new.text
        let difference = DataDifference(
            from: try #require(JSONValue.parse(old)), to: try #require(JSONValue.parse(new)))
        let shown = difference.changes.map {
            DifferenceLine.change($0).line(DataViewFixture.context()).text.plain
        }
        #expect(shown == lines)
    }

    @Test(
        "how much a number grew is said exactly",
        arguments: [
            ("60120.5", "60121.5", "+1"), ("0.1", "0.3", "+0.2"), ("2", "-1.25", "-3.25"),
            ("1.10", "1.1", nil), ("1", "1.005", "+0.005"), ("-0.5", "0.5", "+1"),
            ("1e3", "2e3", nil), ("123456789012345678", "1", nil),
            ("999999999999999999", "0.1", nil),
        ] as [(String, String, String?)])
    func growth(old: String, new: String, words: String?) {
        #expect(NumberChange.words(from: old, to: new) == words)
    }

    @Test(
        "plain text is compared line by line",
        arguments: [
            ("a\nb", "a\nb", []), ("a", "b", ["- a", "+ b"]),
            ("a\nb", "a\nx\nb", ["  a", "+ x", "  b"]),
            ("a\nb\nc", "a\nc", ["  a", "- b", "  c"]),
            (
                "1\n2\n3\n4\n5\n6\nx", "1\n2\n3\n4\n5\n6\ny",
                ["… 4 lines unchanged", "  5", "  6", "- x", "+ y"]
            ),
            (
                "x\n1\n2\n3\n4\n5\n6\n7\nx", "y\n1\n2\n3\n4\n5\n6\n7\ny",
                ["- x", "+ y", "  1", "  2", "… 3 lines unchanged", "  6", "  7", "- x", "+ y"]
            ), ("", "\u{1B}", ["- ", "+ \\u001B"]),
        ] as [(HostileString, HostileString, [String])])
    func text(old: HostileString, new: HostileString, lines: [String]) {
        let old = old.text
        let new = new.text
        let difference = LineDifference(from: Array(old.utf8), to: Array(new.utf8))
        #expect(difference.isEmpty == lines.isEmpty)
        let shown = difference.lines.map {
            DifferenceLine.text($0).line(DataViewFixture.context()).text.plain
        }
        if !lines.isEmpty { #expect(shown == lines) }
    }

    @Test(
        "texts with nothing in common and very many lines are listed, not compared each with each")
    func longTexts() {
        let old = (0..<3000).map { "old \($0)" }.joined(separator: "\n")
        let new = (0..<3000).map { "new \($0)" }.joined(separator: "\n")
        let difference = LineDifference(from: Array(old.utf8), to: Array(new.utf8))
        #expect(difference.lines.count == 6000)
    }

    @Test("very many differences are listed up to a limit, deep ones without trouble")
    func limits() throws {
        let old = JSONValue.array((0..<5000).map { .number(String($0)) })
        let new = JSONValue.array((0..<5000).map { .number(String($0 + 1)) })
        let many = DataDifference(from: old, to: new)
        #expect(many.changes.count == DataDifference.limit)
        #expect(many.isCut)
        let nest = { (inner: String) in
            String(repeating: "[", count: 512) + inner + String(repeating: "]", count: 512)
        }
        let deep = DataDifference(
            from: try #require(JSONValue.parse(nest("1"))),
            to: try #require(JSONValue.parse(nest("2"))))
        #expect(deep.changes.count == 1)
    }
}
