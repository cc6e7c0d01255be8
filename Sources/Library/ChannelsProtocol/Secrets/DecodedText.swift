import ChannelsBasics

/// A line without escapes: those of JSON, however often it was put into a string, and
/// percent-encoding once. Each byte has its place in the line, so that a match can be hidden there.
struct DecodedText {
    private(set) var bytes: [UInt8] = []
    private var starts: [UInt32] = []
    private var ends: [UInt32] = []

    init(_ line: UnsafeBufferPointer<UInt8>) {
        self.bytes.reserveCapacity(line.count)
        self.starts.reserveCapacity(line.count)
        self.ends.reserveCapacity(line.count)
        var place = 0
        while place < line.count {
            let start = place
            while let length = Self.backslash(in: line, at: place) { place += length }
            guard place < line.count else { return }
            if start < place, let escape = JSONEscapes.escape(in: line, at: place - 1) {
                let end = place - 1 + escape.length
                for byte in UTF8.encode(escape.scalar) ?? UTF8.encodedReplacementCharacter {
                    self.append(byte, from: start..<end)
                }
                place = end
            } else {
                let encoded = Self.percentEncoded(in: line, at: place)
                let end = place + (encoded == nil ? 1 : 3)
                self.append(encoded ?? line[place], from: place..<end)
                place = end
            }
        }
    }

    private mutating func append(_ byte: UInt8, from place: Range<Int>) {
        self.bytes.append(byte)
        self.starts.append(UInt32(truncatingIfNeeded: place.lowerBound))
        self.ends.append(UInt32(truncatingIfNeeded: place.upperBound))
    }

    /// The length of a backslash, which may be percent-encoded.
    private static func backslash(
        in line: UnsafeBufferPointer<UInt8>, at place: Int
    ) -> Int? {
        guard place < line.count else { return nil }
        if line[place] == UInt8(ascii: "\\") { return 1 }
        return Self.percentEncoded(in: line, at: place) == UInt8(ascii: "\\") ? 3 : nil
    }

    private static func percentEncoded(
        in line: UnsafeBufferPointer<UInt8>, at place: Int
    ) -> UInt8? {
        guard line[place] == UInt8(ascii: "%"), place + 2 < line.count,
            let high = PercentEncoding.value(ofDigit: line[place + 1]),
            let low = PercentEncoding.value(ofDigit: line[place + 2])
        else { return nil }
        return high << 4 | low
    }

    /// The length of a character in the line: quotation marks of outer strings are shorter.
    func sourceLength(at place: Int) -> UInt32 { self.ends[place] - self.starts[place] }

    /// The place of a part in the line: whole escapes.
    func source(of range: Range<Int>) -> Range<Int> {
        Int(self.starts[range.lowerBound])..<Int(self.ends[range.upperBound - 1])
    }
}
