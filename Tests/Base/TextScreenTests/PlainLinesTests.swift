import BuoyTestBasics
import Testing

@testable import BuoyTextScreen

/// Lines as bytes: what is written to its place is as safe as what is copied.
@Suite("plain lines")
struct PlainLinesTests {
    @Test("the count of plain bytes is that of a look at each byte")
    func plainBytes() {
        for length in 0..<20 {
            for position in 0..<length {
                for byte in UInt8.min...UInt8.max {
                    var bytes = [UInt8](repeating: 0x41, count: length)
                    bytes[position] = byte
                    // Bytes after it must not change the result.
                    if position + 1 < length { bytes[position + 1] = ~byte }
                    let expected = bytes.prefix { 0x20..<0x7F ~= $0 }.count
                    let found = bytes.withUnsafeBufferPointer(Sanitizer.countOfPlainBytes)
                    guard found == expected else {
                        Issue.record("\(bytes): \(found), not \(expected)")
                        return
                    }
                }
            }
        }
    }

    private static let texts: [[UInt8]] = [
        [], Array("plain".utf8), Array("a\nb\u{1B}[2J".utf8), Array("é\u{202E}".utf8),
        [0xFF, 0x41],
        Array(String(repeating: "0123456789", count: 30).utf8),
    ]

    @Test(
        "bytes in their place become what copied bytes become",
        arguments: [SafeText.Alphabet.unicode, .ascii])
    func inPlace(alphabet: SafeText.Alphabet) {
        var copied = PlainLines(alphabet: alphabet)
        var placed = PlainLines(alphabet: alphabet)
        for text in Self.texts + Self.texts.reversed() {
            copied.append(sanitizing: text)
            copied.endLine()
            placed.append(capacity: text.count + 3) { $0.update(fromContentsOf: text) }
            placed.endLine()
        }
        #expect(placed == copied)
        #expect(placed.string.hasPrefix("\nplain\n"))
    }

    @Test("only plain bytes are appended where nothing else may be")
    func ifPlain() {
        var lines = PlainLines()
        lines.append(sanitizing: "a".utf8)
        for text in Self.texts {
            let isPlain = !text.isEmpty && text.allSatisfy { 0x20..<0x7F ~= $0 }
            let before = lines.bytes
            let isAppended = lines.appendIfPlain(capacity: text.count) {
                $0.update(fromContentsOf: text)
            }
            #expect(isAppended == isPlain)
            #expect(lines.bytes == before + (isPlain ? text : []))
        }
        let count = lines.count
        #expect(!lines.appendIfPlain(capacity: 100) { _ in nil })
        #expect(!lines.appendIfPlain(capacity: 100) { _ in 101 })
        #expect(lines.count == count)
    }

    @Test("what was removed leaves no trace")
    func removing() {
        var lines = PlainLines()
        lines.append(sanitizing: "one".utf8)
        let end = lines.count
        lines.append(number: -12)
        lines.appendTab()
        lines.removeAll(from: end)
        lines.endLine()
        #expect(lines == PlainLines("one"))
        lines.removeAll()
        #expect(lines.isEmpty)
        lines.append(PlainLines("two"))
        #expect(lines.string == "two")
    }

    @Test("a colour selects a colour and does nothing else")
    func colors() {
        for color in LineColor.allCases {
            var lines = PlainLines()
            lines.append(color)
            #expect(lines.string.wholeMatch(of: /\x{1B}\[0(;[0-9]+)?m/) != nil)
        }
    }

    @Test("lines are counted as they end, also when some are removed")
    func count() {
        func isTrue(_ lines: PlainLines) -> Bool {
            lines.lineCount == lines.bytes.count { $0 == 0x0A }
        }
        var lines = PlainLines("one\ntwo")
        #expect(lines.lineCount == 2)
        lines.append(sanitizing: "no\nline".utf8)
        _ = lines.appendIfPlain(capacity: 4) { room in
            room[0] = 0x0A
            return 1
        }
        #expect(lines.lineCount == 2 && isTrue(lines))
        lines.endLine()
        let start = lines.count
        lines.append(PlainLines((0..<40).map { "\($0)" }.joined(separator: "\n")))
        #expect(lines.lineCount == 43 && isTrue(lines))
        lines.removeAll(from: start)
        #expect(lines.lineCount == 3 && isTrue(lines))
        lines.removeAll()
        #expect(lines.lineCount == 0 && isTrue(lines))
        let many = ArraySlice(repeatElement([UInt8]("a\n".utf8), count: 100).joined())
        #expect(many.lineCount == 100 && many.dropFirst(3).dropLast(2).lineCount == 98)
    }
}
