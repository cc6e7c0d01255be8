import Testing

@testable import ChannelsTransport

struct UTF8ValidatorTests {
    private static func isValid(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { UTF8Validator.isValid($0) }
    }

    @Test("agrees with the standard library on every sequence of one, two and three bytes")
    func agreesOnShortSequences() {
        // First bytes that matter x all second bytes x edges of the third.
        let thirds: [UInt8] = [0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xFF]
        for first in UInt8.min...UInt8.max {
            Self.compare([first])
            for second in UInt8.min...UInt8.max {
                Self.compare([first, second])
                for third in thirds { Self.compare([first, second, third]) }
            }
        }
    }

    @Test("agrees with the standard library on the edges of four-byte sequences")
    func agreesOnFourBytes() {
        let edges: [UInt8] = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
        for first in UInt8(0xE0)...0xFF {
            for second in edges {
                for third in edges {
                    for fourth in edges { Self.compare([first, second, third, fourth]) }
                }
            }
        }
    }

    @Test("finds a bad byte at every place of a long ASCII text")
    func findsBadByteAnywhere() {
        let text = [UInt8](repeating: UInt8(ascii: "x"), count: 41)
        for index in text.indices {
            var broken = text
            broken[index] = 0xFF
            #expect(Self.isValid(text))
            #expect(!Self.isValid(broken))
        }
    }

    @Test("accepts a text cut at any byte, and refuses one that ends inside a character")
    func acceptsCutText() {
        let text = Array("aé€😀 and more text behind it 日本語".utf8)
        for cut in text.indices {
            var validator = UTF8Validator()
            let start = text[..<cut].withUnsafeBytes { validator.accept($0) }
            #expect(start)
            let isBoundary = String(validating: text[..<cut], as: UTF8.self) != nil
            #expect(validator.isComplete == isBoundary)
            let rest = text[cut...].withUnsafeBytes { validator.accept($0) }
            #expect(rest && validator.isComplete)
        }
    }

    private static func compare(
        _ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let expected = String(validating: bytes, as: UTF8.self) != nil
        // Thousands of comparisons: only a difference is worth a record.
        if Self.isValid(bytes) != expected {
            Issue.record("\(bytes) should be valid: \(expected)", sourceLocation: sourceLocation)
        }
    }
}
