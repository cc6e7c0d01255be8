import ChannelsProtocol
import Testing

@Suite struct EventDataTests {
    /// The data of a message, as it arrives.
    private func received(_ json: String) throws -> EventData {
        let frame = Array("{\"event\":\"e\",\"channel\":\"c\",\"data\":\(json)}".utf8)
        guard case .event(let event) = try FrameCodec.decodeServerMessage(frame) else {
            return .absent
        }
        return event.data
    }

    static let table: [(json: String, text: String, value: JSONValue?, isString: Bool)] = [
        (#""{\"a\":1}""#, #"{"a":1}"#, ["a": 1], true),
        (#"{ "a" : 1 }"#, #"{ "a" : 1 }"#, ["a": 1], false),
        (#""not json""#, "not json", nil, true),
        (#""""#, "", nil, true),
        (#""null""#, "null", .null, true),
        ("null", "null", .null, false),
        ("5", "5", 5, false),
        (#""5""#, "5", 5, true),
        ("true", "true", true, false),
        (#"[1,"a",null]"#, #"[1,"a",null]"#, [1, "a", nil], false),
        ("1e400", "1e400", .number("1e400"), false),
        (#""\u00e9\ud83d\ude00\n\\""#, "é😀\n\\", nil, true),
        (#""\"{\\\"a\\\": 1}\"""#, #""{\"a\": 1}""#, .string(#"{"a": 1}"#), true),
    ]

    @Test("data that arrives is told as an application gets it", arguments: table)
    func received(_ json: String, text: String, value: JSONValue?, isString: Bool) throws {
        let data = try self.received(json)
        #expect(data.text == text)
        #expect(data.json == value)
        #expect(data.isString == isString)
        #expect(data.byteCount == text.utf8.count)
        #expect(Array(data.rawJSON) == Array(json.utf8))
        #expect(!data.isAbsent)
    }

    @Test("large data has the length of its text", arguments: [4095, 4096, 4097, 100_000])
    func largeData(count: Int) throws {
        let text = String(repeating: "é\"\\x", count: count / 5)
        let object: JSONValue = ["a": .string(text)]
        for json in [JSONValue.string(text), .string(object.compactText), object] {
            let data = try self.received(json.compactText)
            #expect(data.byteCount == data.text.utf8.count)
        }
    }

    @Test("data made here equals the same data received", arguments: table)
    func equality(_ json: String, text: String, value: JSONValue?, isString: Bool) throws {
        let data = try self.received(json)
        let same =
            isString ? EventData(text) : EventData(json: try #require(JSONValue.parse(text)))
        // A value made here is written without spaces.
        guard same.text == text else { return }
        #expect(same == data)
        #expect(same.hashValue == data.hashValue)
        #expect(same.byteCount == data.byteCount)
        #expect(same.json == data.json)
    }

    @Test("a text and a value that look alike are different, and so are canonically equal texts")
    func differences() {
        #expect(EventData("5") != EventData(json: 5))
        #expect(EventData(json: "5") == EventData("5"))
        #expect(EventData("\u{E9}") != EventData("e\u{301}"))
        #expect(EventData("") != .absent)
        #expect(EventData(json: nil) != .absent)
    }

    @Test("missing data is empty, and keeps its message for an inspector")
    func absent() throws {
        let frame = Array(#"{"event":"e"}"#.utf8)
        guard case .event(let event) = try FrameCodec.decodeServerMessage(frame) else {
            Issue.record("no event")
            return
        }
        #expect(event.data == .absent)
        #expect(event.data.text.isEmpty)
        #expect(event.data.json == nil)
        #expect(event.data.byteCount == 0)
        #expect(event.data.rawJSON.isEmpty)
        #expect(event.data.frame == frame)
        #expect(event.data.retainedBytes == frame.count)
    }

    @Test("a preview takes no more than asked, and cuts between code points", arguments: 0..<16)
    func prefix(_ limit: Int) throws {
        let text = "aé€😀\"b"
        let scalars = text.unicodeScalars.map { Array(String($0).utf8) }
        var expected: [UInt8] = []
        for scalar in scalars {
            guard expected.count + scalar.count <= limit else { break }
            expected += scalar
        }
        #expect(EventData(text).textPrefix(limit) == expected)
        #expect(try self.received(#""aé€😀\"b""#).textPrefix(limit) == expected)
        #expect(
            try self.received(#""\u0061\u00e9\u20ac\ud83d\ude00\u0022\u0062""#)
                .textPrefix(limit) == expected)
        #expect(
            try self.received("[1,2,3]").textPrefix(limit) == Array("[1,2,3]".utf8.prefix(limit)))
    }

    @Test("a preview of nothing but escapes is as long as asked")
    func prefixOfEscapes() throws {
        let escapes = String(repeating: #"\u0061"#, count: 1000)
        for limit in [1, 50, 999, 1000] {
            let prefix = try self.received("\"\(escapes)\"").textPrefix(limit)
            #expect(prefix == Array(repeating: UInt8(ascii: "a"), count: limit))
        }
    }

    @Test(
        "bytes that nobody checked say what can be read of them",
        arguments: [
            (#""\ud800\u0041""#, "\u{FFFD}A"), (#""\udc00b""#, "\u{FFFD}b"), (#""a\q""#, "a"),
            (#""a\u12""#, "a12"), ("\"a\\\"", "a"), ("\"a\nb\"", "a\nb"), ("\"a\"b\"", "a\"b"),
        ])
    func unchecked(_ json: String, _ text: String) {
        let frame = Array(json.utf8)
        let data = EventData(frame: frame, range: frame.indices)
        #expect(data.text == text)
        #expect(data.byteCount == text.utf8.count)
        #expect(data.textPrefix(100) == Array(text.utf8))
    }

    @Test("odd limits and ranges do no harm")
    func oddArguments() {
        #expect(EventData("abc").textPrefix(-1).isEmpty)
        #expect(EventData("abc").textPrefix(.max) == Array("abc".utf8))
        let frame = Array(#""abc""#.utf8)
        #expect(EventData(frame: frame, range: 0..<5).textPrefix(.max) == Array("abc".utf8))
        #expect(EventData(frame: frame, range: 0..<500).text == "abc")
        #expect(EventData(frame: frame, range: 0..<1).json == nil)
        #expect(EventData(frame: frame, range: 1..<4).json == nil)
        #expect(EventData(frame: frame, range: 90..<100).isAbsent)
    }

    @Test("the whole message counts as kept")
    func retained() throws {
        #expect(
            try self.received("5").retainedBytes == #"{"event":"e","channel":"c","data":5}"#.count)
        #expect(EventData("é").retainedBytes == 2)
    }
}
