import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Completion of filters")
struct FilterCompletionTests {
    private static let vocabulary = FilterVocabulary(
        channels: ["presence-lobby", "chat room", "my-presence"], events: ["order.paid", "paid"],
        users: ["u17", "u99"],
        paths: [
            DataPath([.member("amount")]), DataPath([.member("items"), .element(0)]),
            DataPath([.member("a b")]),
        ],
        saved: ["orders", "errors"])

    /// Completes at `|`, or at the end.
    private static func completion(_ text: String) -> FilterCompletion {
        let cursor = text.firstIndex(of: "|").map { text.distance(from: text.startIndex, to: $0) }
        return FilterCompletion(
            source: text.filter { $0 != "|" }, cursor: cursor ?? text.count,
            vocabulary: Self.vocabulary)
    }

    @Test(
        "candidates fit to what is there",
        arguments: [
            ("ch", 0, ["channel:"]), ("a -si", 3, ["size>"]), ("(e", 1, ["event:"]),
            ("channel:pres", 8, ["presence-lobby", "my-presence"]),
            ("channel:CHAT", 8, ["\"chat room\""]), ("channel:\"chat r", 8, ["\"chat room\""]),
            ("x channel:|pres y", 10, ["presence-lobby", "\"chat room\"", "my-presence"]),
            ("event=pa", 6, ["paid", "order.paid"]),
            ("user:", 5, ["u17", "u99"]),
            ("kind:er", 5, ["error", "member", "user"]), ("@", 0, ["@orders", "@errors"]),
            ("a or @err", 5, ["@errors"]), ("has:data.a", 4, ["data.amount", "data.\"a b\""]),
            ("data.am", 0, ["data.amount"]),
            ("-data.", 1, ["data.amount", "data.items[0]", "data.\"a b\""]),
            ("size", 0, ["size>", "size>=", "size<", "size<=", "size=", "size!="]),
            ("/a b", 4, []), ("event:/or", 9, []), ("zzz", 0, []), ("data.amount>", 12, []),
            (
                "channel:chat-room |us", 18,
                ["channel:", "event:", "data:", "text:", "user:", "kind:", "size>", "has:"]
            ),
        ] as [(String, Int, [String])])
    func candidates(text: String, start: Int, expected: [String]) {
        let completion = Self.completion(text)
        #expect(completion.candidates.map(\.text) == expected)
        let end = text.firstIndex(of: "|").map { text.distance(from: text.startIndex, to: $0) }
        #expect(completion.range == start..<(end ?? text.count))
    }

    @Test("data offers its operators and its values")
    func data() {
        let texts = Self.completion("data").candidates.map(\.text)
        #expect(texts == ["data:", "data.", "data.amount", "data.items[0]", "data.\"a b\""])
    }

    @Test("a known value offers its comparisons")
    func comparisons() {
        let texts = Self.completion("-data.amount").candidates.map(\.text)
        let signs = ["=", ":", ">", "<", ">=", "<=", "!="]
        #expect(texts == signs.map { "data.amount" + $0 })
    }

    @Test("every field is explained, and its example is a filter")
    func fields() throws {
        for field in FilterField.allCases {
            #expect(!field.summary.isEmpty)
            #expect(try !EventFilter(field.example).isEmpty)
        }
    }

    @Test("any text and cursor are taken, and the range lies before the cursor")
    func anything() {
        let texts = ["", "\"", "/", "((", "a:\"b\\", "é-!(", ")", "data.\"", "channel:\"a\" or /x"]
        for text in texts {
            for cursor in -1...(text.count + 1) {
                let completion = FilterCompletion(
                    source: text, cursor: cursor, vocabulary: Self.vocabulary)
                #expect(completion.range.lowerBound >= 0)
                #expect(completion.range.upperBound == min(max(cursor, 0), text.count))
                #expect(completion.candidates.count <= FilterCompletion.limit)
            }
        }
    }
}
