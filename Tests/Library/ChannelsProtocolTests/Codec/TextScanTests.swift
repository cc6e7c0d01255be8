import BuoyTestBasics
import CChannelsTextScan
import Testing

@testable import ChannelsProtocol

/// The scanning of blocks against the same said byte by byte, at every length around a block.
struct TextScanTests {
    private static let bytes: [UInt8] = Array(#""\\nu/x "#.utf8) + [0x1F, 0x7F, 0x80, 0xC3, 0xFF]

    /// A string of mostly plain bytes, in memory of exactly its size, so that the address sanitizer
    /// sees every byte that is read outside.
    private static func text(
        _ count: Int, _ generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        (0..<count).map { _ in
            generator.next(upperBound: UInt(6)) == 0
                ? Self.bytes.randomElement(using: &generator) ?? 0 : UInt8(ascii: "a")
        }
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func plainEnd(_ text: [UInt8], _ from: Int, _ end: Int) -> Int {
        text[from..<end].firstIndex(where: Self.isSpecial) ?? end
    }

    private static func quotedEnd(_ text: [UInt8], _ from: Int, _ end: Int) -> Int {
        var place = from
        while place < end {
            let isQuoted = text[place..<end].starts(with: #"\""#.utf8)
            guard isQuoted || !Self.isSpecial(text[place]) else { return place }
            place += isQuoted ? 2 : 1
        }
        return end
    }

    @Test("the next special byte is found wherever it is, and nothing behind the end counts")
    func ends() {
        var generator = Dice(seed: 21)
        for round in 0..<20_000 {
            let text = Self.text(round % 70, &generator)
            let end = Int.random(in: 0...text.count, using: &generator)
            let from = Int.random(in: 0...end, using: &generator)
            let plain = text_plain_end(text, from, end, text.count)
            let quoted = text_quoted_end(text, from, end, text.count)
            guard
                plain != Self.plainEnd(text, from, end)
                    || quoted != Self.quotedEnd(text, from, end)
            else { continue }
            Issue.record("\(text), \(from), \(end): \(plain), \(quoted)")
            return
        }
    }

    @Test("in a long plain text, one special byte is found at every place, and none is invented")
    func rareSpecials() {
        // Each byte that differs from a special one by a bit is plain.
        let neighbours = Array("!#z]^~".utf8)
        for count in [64, 79, 130, 200] {
            let text = (0..<count).map { neighbours[$0 % neighbours.count] }
            #expect(text_plain_end(text, 0, count, count) == count)
            #expect(text_quoted_end(text, 0, count, count) == count)
            let isFound = (0..<count).allSatisfy { place in
                var other = text
                other[place] = [0x22, 0x5C, 0x1F][place % 3]
                return [0, 1, place / 2].allSatisfy { from in
                    from > place
                        || text_plain_end(other, from, count, count) == place
                            && text_quoted_end(other, from, count, count) == place
                            && text_plain_end(other, from, place, count) == place
                }
            }
            #expect(isFound, "in \(count) bytes")
        }
    }

    @Test("a single byte that is not ASCII is noticed wherever it is")
    func ascii() {
        for count in 0..<200 {
            var text = [UInt8](repeating: 0x7F, count: count)
            #expect(text_is_ascii(text, count) == 1)
            for place in 0..<count {
                text[place] = 0x80
                #expect(text_is_ascii(text, count) == 0, "\(place) of \(count)")
                text[place] = 0x7F
            }
        }
    }

    @Test("escapes are replaced as one by one, at every place in a block")
    func unescaping() {
        let escapes = [
            #"\""#, #"\\"#, #"\/"#, #"\n"#, #"\u0041"#, #"\ud83d\ude00"#, "ü", "a", "aaaaaa",
        ]
        let meanings = ["\"", "\\", "/", "\n", "A", "😀", "ü", "a", "aaaaaa"]
        var generator = Dice(seed: 22)
        for round in 0..<20_000 {
            var text = ""
            var expected = ""
            for _ in 0..<(round % 40) {
                let choice = Int.random(in: 0..<escapes.count, using: &generator)
                text += escapes[choice]
                expected += meanings[choice]
            }
            let found = Array(text.utf8).withUnsafeBufferPointer {
                JSONStringContents(bytes: $0).text
            }
            guard found != expected else { continue }
            Issue.record("\(text): \(found), not \(expected)")
            return
        }
    }
}
