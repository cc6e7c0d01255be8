import BuoyTestBasics
import ChannelsProtocol
import Testing

@Suite struct JSONTests {
    // MARK: Reading

    static let accepted: [(HostileString, JSONValue)] = [
        ("null", .null),
        (" \t\r\n true \n", .bool(true)),
        ("false", .bool(false)),
        ("0", .number("0")),
        ("-0", .number("-0")),
        ("-12.50e+03", .number("-12.50e+03")),
        ("1E400", .number("1E400")),
        ("123456789012345678901234567890", .number("123456789012345678901234567890")),
        (#""""#, .string("")),
        (#""a\"b\\c\/d\b\f\n\r\te""#, .string("a\"b\\c/d\u{8}\u{C}\n\r\te")),
        (#""\u0041\u00e9\u20AC\ud83d\ude00\u0000""#, .string("Aé€😀\0")),
        ("\"é€😀\u{7F}\"", .string("é€😀\u{7F}")),
        ("[]", []),
        ("{}", [:]),
        ("[1,[2,{\"a\":[]}],{}]", [1, [2, ["a": []]], [:]]),
        (#"{"b":1,"a":{"c":null}}"#, ["b": 1, "a": ["c": nil]]),
        (#" { "a" : [ true , false ] } "#, ["a": [true, false]]),
    ]

    @Test("JSON is read as RFC 8259 writes it", arguments: accepted)
    func reads(_ json: HostileString, _ value: JSONValue) throws {
        #expect(try JSONValue(parsing: json.text.utf8) == value)
    }

    static let refused: [(HostileString, Int, JSONError.Reason)] = [
        ("", 0, .unexpectedEnd),
        ("   ", 3, .unexpectedEnd),
        ("hello", 0, .unexpectedByte(UInt8(ascii: "h"))),
        ("nul", 3, .unexpectedEnd),
        ("nulL", 3, .unexpectedByte(UInt8(ascii: "L"))),
        ("True", 0, .unexpectedByte(UInt8(ascii: "T"))),
        ("\u{FEFF}{}", 0, .unexpectedByte(0xEF)),
        ("{} x", 3, .trailingBytes),
        ("1 2", 2, .trailingBytes),
        ("01", 1, .trailingBytes),
        ("-", 1, .badNumber),
        ("+1", 0, .unexpectedByte(UInt8(ascii: "+"))),
        (".5", 0, .unexpectedByte(UInt8(ascii: "."))),
        ("1.", 2, .badNumber),
        ("1.e3", 2, .badNumber),
        ("1e", 2, .badNumber),
        ("1e+", 3, .badNumber),
        ("NaN", 0, .unexpectedByte(UInt8(ascii: "N"))),
        ("-Infinity", 1, .badNumber),
        ("0x10", 1, .trailingBytes),
        ("[1,]", 3, .unexpectedByte(UInt8(ascii: "]"))),
        ("[,1]", 1, .unexpectedByte(UInt8(ascii: ","))),
        ("[1 2]", 3, .unexpectedByte(UInt8(ascii: "2"))),
        ("[1", 2, .unexpectedEnd),
        ("[1}", 2, .unexpectedByte(UInt8(ascii: "}"))),
        ("{\"a\":1]", 6, .unexpectedByte(UInt8(ascii: "]"))),
        ("{\"a\"}", 4, .unexpectedByte(UInt8(ascii: "}"))),
        ("{\"a\":1,}", 7, .unexpectedByte(UInt8(ascii: "}"))),
        ("{a:1}", 1, .unexpectedByte(UInt8(ascii: "a"))),
        ("{1:1}", 1, .unexpectedByte(UInt8(ascii: "1"))),
        ("{'a':1}", 1, .unexpectedByte(UInt8(ascii: "'"))),
        ("[1/*x*/]", 2, .unexpectedByte(UInt8(ascii: "/"))),
        ("\"abc", 4, .unexpectedEnd),
        ("\"a\nb\"", 2, .controlCharacter(0x0A)),
        ("\"a\0\"", 2, .controlCharacter(0)),
        (#""\x41""#, 1, .badEscape),
        (#""\u12G4""#, 1, .badEscape),
        (#""\u12"#, 1, .badEscape),
        ("\"\\", 1, .badEscape),
        (#""\ud800""#, 1, .loneSurrogate),
        (#""\udc00\ud800""#, 1, .loneSurrogate),
        (#""\ud800A""#, 1, .loneSurrogate),
        (#""\ud800\u0041""#, 1, .loneSurrogate),
        (#""\ud800\ud800\udc00""#, 1, .loneSurrogate),
        (#""\udc00""#, 1, .loneSurrogate),
        (#""\ud800\n""#, 1, .loneSurrogate),
    ]

    @Test("what is not JSON is refused, with its place and its reason", arguments: refused)
    func refuses(_ json: HostileString, _ position: Int, _ reason: JSONError.Reason) {
        #expect(throws: JSONError(position: position, reason: reason)) {
            try JSONValue(parsing: json.text.utf8)
        }
    }

    @Test("reasons are said in words, and without control characters", arguments: refused)
    func describes(_ json: HostileString, _ position: Int, _ reason: JSONError.Reason) {
        let description = JSONError(position: position, reason: reason).description
        #expect(description.hasSuffix(" at byte \(position)"))
        #expect(description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    }

    @Test("bytes that are not UTF-8 are repaired, not refused")
    func repairs() throws {
        let bytes: [UInt8] = [0x22, 0xFF, 0x61, 0xF0, 0x9F, 0x22]
        #expect(try JSONValue(parsing: bytes) == .string("\u{FFFD}a\u{FFFD}"))
    }

    @Test("512 levels are read, 513 are too deep, 100,000 do no harm", arguments: ["[", "{\"a\":"])
    func depth(_ opening: String) throws {
        let closing = opening == "[" ? "]" : "}"
        let nested = { (levels: Int) in
            String(repeating: opening, count: levels) + (opening == "[" ? "" : "1")
                + String(repeating: closing, count: levels)
        }
        let deepest = try JSONValue(parsing: nested(512).utf8)
        #expect(deepest.compactText == nested(512))
        #expect(deepest.prettyLines().count == (opening == "[" ? 1023 : 1025))
        for levels in [513, 100_000] {
            let error = #expect(throws: JSONError.self) {
                try JSONValue(parsing: nested(levels).utf8)
            }
            #expect(error?.reason == .tooDeep)
        }
        let unclosed = String(repeating: opening, count: 100_000)
        #expect(JSONValue.parse(unclosed) == nil)
    }

    /// What a string may hold: as JSON, and what it says.
    static let pieces: [(HostileString, HostileString)] = [
        ("", ""), (#"\""#, "\""), (#"\\"#, "\\"), (#"\\\""#, "\\\""), (#"\n"#, "\n"), (#"\/"#, "/"),
        (#"\u0041"#, "A"), (#"\ud83d\ude00"#, "😀"), ("é", "é"), ("😀", "😀"), (#"\"\""#, "\"\""),
        (#"\\\\"#, "\\\\"), ("\u{7F}", "\u{7F}"),
    ]

    @Test(
        "strings are read alike wherever an escape falls in the eight bytes read at a time",
        arguments: pieces)
    func alignment(_ escaped: HostileString, _ plain: HostileString) throws {
        for before in 0..<18 {
            for after in 0..<18 {
                let start = String(repeating: "a", count: before)
                let end = String(repeating: "z", count: after)
                let value = try JSONValue(parsing: "[\"\(start)\(escaped.text)\(end)\",7]".utf8)
                #expect(value == [.string(start + plain.text + end), 7])
            }
        }
    }

    @Test("control characters and ends are found wherever they fall", arguments: 0..<34)
    func alignmentOfErrors(_ length: Int) {
        let start = "\"" + String(repeating: "a", count: length)
        for bad in ["\u{1}", "\u{1F}", "\t"] {
            #expect(
                throws: JSONError(
                    position: length + 1, reason: .controlCharacter(bad.utf8.first ?? 0))
            ) { try JSONValue(parsing: (start + bad + "aaaaaaaaaaaa\"").utf8) }
        }
        #expect(throws: JSONError(position: length + 1, reason: .unexpectedEnd)) {
            try JSONValue(parsing: start.utf8)
        }
        // The last quote is escaped, so that the string has no end.
        #expect(throws: JSONError(position: length + 3, reason: .unexpectedEnd)) {
            try JSONValue(parsing: (start + #"\""#).utf8)
        }
    }

    // MARK: Values

    static let integers: [(String, Int?)] = [
        ("7", 7), ("-7", -7), ("-0", 0), ("7.0", 7), ("7e2", 700), ("1.5e1", 15),
        ("9007199254740992", 9_007_199_254_740_992), ("9007199254740993", 9_007_199_254_740_993),
        ("9223372036854775807", .max), ("9223372036854775808", nil), ("7.5", nil), ("1e30", nil),
        ("1e400", nil), ("-1e400", nil), ("1e-400", nil), ("99999999999999999999", nil),
        ("1.00000000000000000001", nil), ("-100.0e-1", -10), ("0.0e99999999999999999999", 0),
        ("1e99999999999999999999", nil), ("1200e-2", 12), ("1e18", 1_000_000_000_000_000_000),
    ]

    @Test("a number is an integer only when it is exactly one", arguments: integers)
    func integer(_ digits: String, _ value: Int?) {
        #expect(JSONValue.number(digits).intValue == value)
    }

    @Test("numbers that are too large for a Double are infinite")
    func doubles() {
        #expect(JSONValue.number("1e400").doubleValue == .infinity)
        #expect(JSONValue.number("2.5").doubleValue == 2.5)
        #expect(JSONValue.number("nan").doubleValue == nil)
        #expect(JSONValue.string("2.5").doubleValue == nil)
    }

    @Test("the last of equal keys wins, and the repetition can be seen")
    func repeatedKeys() throws {
        let value = try JSONValue(parsing: #"{"a":1,"b":2,"a":3,"a":4}"#.utf8)
        #expect(value["a"] == 4)
        #expect(value.objectValue?.repeatedKeys == ["a", "a"])
        #expect(value.compactText == #"{"a":1,"b":2,"a":3,"a":4}"#)
    }

    @Test("keys and strings that are only canonically equal are different")
    func canonicalEquivalence() throws {
        let value = try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}".utf8)
        #expect(value["\u{E9}"] == 1)
        #expect(value["e\u{301}"] == 2)
        #expect(value.objectValue?.repeatedKeys.isEmpty == true)
        #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
        #expect(JSONValue.object(.init([.init(key: "\u{E9}", value: 1)])) != ["e\u{301}": 1])
    }

    @Test("looking inside of what is not there gives nothing")
    func lookups() {
        let value: JSONValue = ["list": [1, "two"], "none": nil]
        #expect(value["list"]?[1]?.stringValue == "two")
        #expect(value["list"]?[2] == nil)
        #expect(value["list"]?[-1] == nil)
        #expect(value["missing"] == nil)
        #expect(value["none"]?.isNull == true)
        #expect(value["list"]?["key"] == nil)
        #expect(JSONValue.bool(true).boolValue == true)
        #expect(JSONValue.number("1").boolValue == nil)
    }

    // MARK: Writing

    @Test("only what JSON demands is escaped")
    func escapes() {
        let text = "\"\\/\u{8}\u{C}\n\r\t\0\u{1F}\u{7F}é\u{2028}😀"
        let expected = #""\"\\/\b\f\n\r\t\u0000\u001F"# + "\u{7F}é\u{2028}😀\""
        #expect(JSONValue.string(text).compactText == expected)
    }

    @Test("every value that is written is read back the same")
    func roundTrips() throws {
        var random = Dice(seed: 7)
        for _ in 0..<2000 {
            let value = JSONValue.random(using: &random, depth: 4)
            #expect(try JSONValue(parsing: value.compactText.utf8) == value)
            let pretty = value.prettyLines().map(\.text).joined(separator: "\n")
            #expect(try JSONValue(parsing: pretty.utf8) == value)
        }
    }
}

extension JSONValue {
    /// A value of any kind, with strings that need care.
    static func random(using random: inout Dice, depth: Int) -> JSONValue {
        let texts = [
            "", "a", "\"", "\\\"", "é", "e\u{301}", "\u{0}", "😀", "a longer text", "\u{202E}",
        ]
        let numbers = ["0", "-0", "1e400", "2.50", "123456789012345678901234567890", "-1E-7"]
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .number(numbers.randomElement(using: &random) ?? "0")
        case 3, 4: return .string(texts.randomElement(using: &random) ?? "")
        case 5:
            let count = Int.random(in: 0..<4, using: &random)
            return .array((0..<count).map { _ in .random(using: &random, depth: depth - 1) })
        default:
            let count = Int.random(in: 0..<4, using: &random)
            let members = (0..<count).map { _ in
                JSONValue.Object.Member(
                    key: texts.randomElement(using: &random) ?? "",
                    value: .random(using: &random, depth: depth - 1))
            }
            return .object(JSONValue.Object(members))
        }
    }
}
