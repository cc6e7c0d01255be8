import ChannelsProtocol
import TextCoding

/// A text with the place that each of its bytes has in the text it was decoded from, so that what is
/// found in it can be hidden there.
struct DecodedText {
    private(set) var bytes: [UInt8] = []
    private var starts: [UInt32] = []
    private var ends: [UInt32] = []

    /// The text itself.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.bytes = Array(text)
        self.starts = (0..<text.count).map { UInt32(truncatingIfNeeded: $0) }
        self.ends = self.starts.map { $0 + 1 }
    }

    private init(room: Int) {
        self.bytes.reserveCapacity(room)
        self.starts.reserveCapacity(room)
        self.ends.reserveCapacity(room)
    }

    /// The place of a part in the text that this was decoded from: whole escapes.
    func source(of range: Range<Int>) -> Range<Int> {
        Int(self.starts[range.lowerBound])..<Int(self.ends[range.upperBound - 1])
    }

    /// The smallest part of the source that consists of whole escapes and contains another part.
    func wholeEscapes(around range: Range<Int>) -> Range<Int> {
        let first = self.ends.firstIndex { Int($0) > range.lowerBound }
        let last = self.starts.lastIndex { Int($0) < range.upperBound }
        guard let first, let last, first <= last else { return range }
        return self.source(of: first..<last + 1)
    }

    // MARK: Decoding

    private static let readingLimit = 24

    /// The texts that a text can be read as: with the escapes of JSON decoded, or percent-encoding, or
    /// both, again and again, as long as that changes anything. JSON in a string of JSON is escaped
    /// twice, and a URL in it is percent-encoded besides.
    static func readings(of text: UnsafeBufferPointer<UInt8>) -> [DecodedText] {
        var readings = [DecodedText(text)]
        var known: Set<[UInt8]> = [readings[0].bytes]
        var next = 0
        while next < readings.count, readings.count < Self.readingLimit {
            for reading in [readings[next].unescaped, readings[next].percentDecoded] {
                guard let reading, known.insert(reading.bytes).inserted else { continue }
                readings.append(reading)
            }
            next += 1
        }
        return Array(readings.dropFirst())
    }

    /// One escape: what it stands for, and its length.
    private struct Escape {
        /// The bytes, the first one lowest.
        let meaning: UInt32
        /// How many bytes that are.
        let count: Int
        let length: Int
    }

    /// With the escapes of JSON decoded once; `nil` if there are none.
    var unescaped: DecodedText? {
        self.decoded(from: UInt8(ascii: "\\")) { bytes, place in
            guard let escape = JSONEscapes.escape(in: bytes, at: place) else { return nil }
            if escape.scalar.isASCII {
                return Escape(meaning: escape.scalar.value, count: 1, length: escape.length)
            }
            let units = Array(UTF8.encode(escape.scalar) ?? UTF8.encodedReplacementCharacter)
            let meaning = units.reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
            return Escape(meaning: meaning, count: units.count, length: escape.length)
        }
    }

    /// With percent-encoding decoded once; `nil` if there is none.
    private var percentDecoded: DecodedText? {
        self.decoded(from: UInt8(ascii: "%")) { bytes, place in
            guard place + 2 < bytes.count,
                let high = PercentEncoding.value(ofDigit: bytes[place + 1]),
                let low = PercentEncoding.value(ofDigit: bytes[place + 2])
            else { return nil }
            return Escape(meaning: UInt32(high << 4 | low), count: 1, length: 3)
        }
    }

    private func decoded(
        from mark: UInt8, _ escape: (UnsafeBufferPointer<UInt8>, Int) -> Escape?
    ) -> DecodedText? {
        var text = DecodedText(room: self.bytes.count)
        self.bytes.withUnsafeBufferPointer { bytes in
            var place = 0
            while place < bytes.count {
                guard bytes[place] == mark, let found = escape(bytes, place) else {
                    text.append(bytes[place], self.source(of: place..<place + 1))
                    place += 1
                    continue
                }
                let source = self.source(of: place..<place + found.length)
                for index in 0..<found.count {
                    let byte = UInt8(truncatingIfNeeded: found.meaning >> UInt32(8 * index))
                    text.append(byte, source)
                }
                place += found.length
            }
        }
        return text.bytes.count < self.bytes.count ? text : nil
    }

    private mutating func append(_ byte: UInt8, _ source: Range<Int>) {
        self.bytes.append(byte)
        self.starts.append(UInt32(truncatingIfNeeded: source.lowerBound))
        self.ends.append(UInt32(truncatingIfNeeded: source.upperBound))
    }
}
