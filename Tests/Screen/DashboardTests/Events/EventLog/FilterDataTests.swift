import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Values in the data")
struct FilterDataTests {
    private static let text =
        #"{"a":1,"b":{"c":[10,{"d":"x\"y"}],"n":null},"a":2,"é\n":true,"":0}"#

    /// The three forms that the same data has: made here, a tree, and received.
    private static var forms: [EventData] {
        get throws {
            let json = try #require(JSONValue.parse(Self.text))
            let string = Array(JSONValue.string(Self.text).compactText.utf8)
            let frame = Array("{\"data\":".utf8) + string + Array("}".utf8)
            let plain = Array(" {\"data\": ".utf8) + Array(Self.text.utf8) + Array(" }".utf8)
            return [
                EventData(Self.text), EventData(json: json),
                EventData(frame: frame, range: 8..<(8 + string.count)),
                EventData(frame: plain, range: 10..<(10 + Self.text.utf8.count)),
            ]
        }
    }

    @Test(
        "a path leads to a value, or to nothing",
        arguments: [
            ([.member("a")], "2"), ([.member("b"), .member("c"), .element(0)], "10"),
            ([.member("b"), .member("c"), .element(1), .member("d")], "x\"y"),
            ([.member("b"), .member("n")], "null"), ([.member("é\n")], "true"),
            ([.member("")], "0"), ([.member("z")], nil), ([.element(0)], nil),
            ([.member("b"), .element(0)], nil), ([.member("b"), .member("c"), .element(2)], nil),
            ([.member("b"), .member("c"), .element(-1)], nil),
            ([.member("a"), .member("a")], nil), ([.member("b"), .member("n"), .member("x")], nil),
        ] as [([EventData.Step], String?)])
    func values(path: [EventData.Step], expected: String?) throws {
        for form in try Self.forms { #expect(form.value(at: path)?.text == expected) }
    }

    @Test("no steps lead to the data itself")
    func root() throws {
        for form in try Self.forms {
            #expect(form.value(at: [])?.json == JSONValue.parse(Self.text))
        }
    }

    @Test(
        "text that is not JSON holds no values",
        arguments: [
            "", "plain", "{\"a\":1", "{\"a\":1}x", "{\"a\":1,}", "{\"a\":1 \"b\":2}",
            String(repeating: "[", count: 1000),
        ])
    func notJSON(text: String) {
        #expect(EventData(text).value(at: [.member("a")]) == nil)
        #expect(EventData(text).value(at: []) == nil)
        #expect(EventData.absent.value(at: [.member("a")]) == nil)
    }

    @Test(
        "numbers are compared by their value, whole ones exactly",
        arguments: [
            ("1", "1.0", true), ("7.50", "7.5", true), ("100", "1e2", true), ("0.1", "0.10", true),
            ("-3", "-3.0", true), ("0", "-0", true), ("12.5", "12.25", false),
            ("9007199254740993", "9007199254740992", false), ("1e400", "1e500", true),
            ("10", "1", false), ("123456789.12345", "123456789.123450", true),
        ])
    func numbers(left: String, right: String, isEqual: Bool) throws {
        let (left, right) = (
            try #require(DataTest.Number(left)), try #require(DataTest.Number(right))
        )
        #expect(left.holds(.equal, right) == isEqual)
        #expect(right.holds(.equal, left) == isEqual)
        #expect(left.holds(.notEqual, right) == !isEqual)
    }

    @Test(
        "what JSON does not write is no number",
        arguments: [
            "", "1.", ".5", "01", "1.2.3", "nan", "0x10", "+1", "1 ", "--1", "1e", "12a",
        ])
    func noNumbers(text: String) { #expect(DataTest.Number(text) == nil) }

    @Test("the paths of a value are listed, near ones first")
    func paths() throws {
        let json = try #require(
            JSONValue.parse(#"{"a":{"b c":1},"list":[{"x":1},{"y":2}],"q.r":0}"#))
        let paths = DataPath.paths(in: json).map(\.text)
        #expect(
            paths == [
                "data.a", "data.list", "data.\"q.r\"", "data.a.\"b c\"", "data.list[0]",
                "data.list[0].x",
            ])
        #expect(DataPath.paths(in: json, limit: 2).count == 2)
    }
}
