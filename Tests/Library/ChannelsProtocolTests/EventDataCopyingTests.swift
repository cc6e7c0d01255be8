import BuoyTestBasics
import Testing

@testable import ChannelsProtocol

/// Data that is copied to where it is needed, against data that becomes a string.
@Suite("copying data")
struct EventDataCopyingTests {
    /// Copies into memory between guards.
    private static func copy(
        _ data: EventData, _ body: (EventData, UnsafeMutableBufferPointer<UInt8>) -> Int?
    ) -> [UInt8]? {
        let capacity = data.textCapacity
        var memory = [UInt8](repeating: 0xEE, count: capacity + 64)
        let count = memory.withUnsafeMutableBufferPointer {
            body(data, UnsafeMutableBufferPointer(rebasing: $0[32..<(32 + capacity)]))
        }
        #expect(memory.prefix(32).allSatisfy { $0 == 0xEE })
        #expect(memory.suffix(32).allSatisfy { $0 == 0xEE })
        return count.map { Array(memory[32..<(32 + $0)]) }
    }

    /// A received event with this JSON string as its data, after other bytes.
    private static func received(_ json: String) throws -> EventData {
        let text = #"{"event":"e","channel":"c","data":\#(json)}"#
        guard
            case .event(let event) = try FrameCodec.decodeServerMessage(Array(text.utf8))
        else {
            Issue.record("not an event: \(text)")
            return .absent
        }
        return event.data
    }

    @Test("random texts with every escape are copied as they are read", arguments: 0..<40)
    func random(seed: Int) throws {
        var dice = Dice(seed: UInt64(seed))
        let parts = [
            "a", "bcd", "0123456789", #"\""#, #"\\"#, #"\/"#, #"\n"#, #"\t"#, #"\b"#, #"\u0041"#,
            #"\u00e9"#,
            #"\ud83d\ude00"#, "é", "😀", " ", "{", "}", "x\u{7F}",
        ]
        for _ in 0..<200 {
            let length = Int.random(in: 0..<12, using: &dice)
            let text = (0..<length).map { _ in parts.randomElement(using: &dice) ?? "" }.joined()
            let data = try Self.received("\"\(text)\"")
            let copied = try #require(Self.copy(data) { $0.copyText(to: $1) })
            #expect(copied == Array(data.text.utf8), "\(text)")
            #expect(data.textCapacity >= copied.count)
        }
    }

    @Test(
        "data of every kind is copied",
        arguments: [
            EventData("text\n"), EventData(json: ["a": [1, "x"]]), EventData(json: "string"),
            .absent,
        ])
    func kinds(data: EventData) {
        #expect(Self.copy(data) { $0.copyText(to: $1) } == Array(data.text.utf8))
    }

    @Test(
        "only JSON in its shortest form is copied as such",
        arguments: [
            (#""{}""#, true), (#""{\"a\":\"x y\",\"b\":[1,2]}""#, true), (#""-5""#, true),
            (#""null""#, true), (#""{\"a\":\"\\\" \"}""#, true), (#""{\"a\":\"\\\\\"}""#, true),
            (#""{\"a\": 1}""#, false), (#""{\"a\":\"\\\\\" }""#, false), (#""\"text\"""#, false),
            (#""text""#, false), (#""""#, false), (#""{""#, false), (#""{}x""#, false),
            (#"" {}""#, false), (#""{}\n""#, false), (#""[\n]""#, false), (#""01""#, false),
        ])
    func compact(json: String, isCompact: Bool) throws {
        let data = try Self.received(json)
        let copied = Self.copy(data) { $0.copyCompactJSON(to: $1) }
        #expect(copied == (isCompact ? Array(data.text.utf8) : nil))
    }

    @Test("too little room copies nothing")
    func noRoom() throws {
        let data = try Self.received(#""0123456789""#)
        var memory = [UInt8](repeating: 0, count: 4)
        #expect(memory.withUnsafeMutableBufferPointer { data.copyText(to: $0) } == 0)
        #expect(memory == [0, 0, 0, 0])
    }
}
