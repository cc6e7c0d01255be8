import ChannelsBasics
import ChannelsProtocol

/// An encoding that a string may be read in.
enum TextEscaping: CaseIterable {
    /// The escapes of JSON strings: `\/`, `\u002f`.
    case json
    /// `%2F`
    case percent

    /// The first byte of an escape.
    private var mark: UInt8 {
        switch self {
        case .json: UInt8(ascii: "\\")
        case .percent: UInt8(ascii: "%")
        }
    }

    /// One escape: its meaning and its length.
    private struct Escape {
        /// The bytes, the first one lowest.
        var meaning: UInt32
        var count = 1
        var length: Int
    }

    /// Decodes once. Everything that is not an escape is copied.
    func decode(_ bytes: UnsafeBufferPointer<UInt8>, into sink: inout some DecodingSink) {
        let mark = self.mark
        var (place, start) = (0, 0)
        while place < bytes.count {
            guard bytes[place] == mark, let escape = self.escape(in: bytes, at: place) else {
                place += 1
                continue
            }
            if start < place { sink.copy(bytes, start..<place) }
            let source = place..<place + escape.length
            for index in 0..<escape.count {
                sink.append(
                    UInt8(truncatingIfNeeded: escape.meaning >> UInt32(8 * index)), from: source)
            }
            place += escape.length
            start = place
        }
        if start < place { sink.copy(bytes, start..<place) }
    }

    private func escape(in bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Escape? {
        switch self {
        case .percent:
            guard place + 2 < bytes.count,
                let high = PercentEncoding.value(ofDigit: bytes[place + 1]),
                let low = PercentEncoding.value(ofDigit: bytes[place + 2])
            else { return nil }
            return Escape(meaning: UInt32(high << 4 | low), length: 3)
        case .json:
            guard place + 1 < bytes.count else { return nil }
            // Nearly all of them, in JSON inside a string.
            let next = bytes[place + 1]
            if next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\") || next == UInt8(ascii: "/")
            {
                return Escape(meaning: UInt32(next), length: 2)
            }
            guard let found = JSONEscapes.escape(in: bytes, at: place) else { return nil }
            guard !found.scalar.isASCII, let units = UTF8.encode(found.scalar) else {
                return Escape(meaning: found.scalar.value, length: found.length)
            }
            var escape = Escape(meaning: 0, count: 0, length: found.length)
            for unit in units {
                escape.meaning |= UInt32(unit) << UInt32(8 * escape.count)
                escape.count += 1
            }
            return escape
        }
    }
}

/// Receives a decoded text.
protocol DecodingSink {
    /// A part that is copied.
    mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>)
    /// A byte that an escape stands for.
    mutating func append(_ byte: UInt8, from source: Range<Int>)
}

/// The bytes of a decoded text.
struct DecodedBytes: DecodingSink {
    private let memory: UnsafeMutableBufferPointer<UInt8>
    private var count = 0

    private init(_ memory: UnsafeMutableBufferPointer<UInt8>) { self.memory = memory }

    mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        let part = UnsafeBufferPointer(rebasing: bytes[range])
        _ = UnsafeMutableBufferPointer(rebasing: self.memory[self.count...]).update(from: part)
        self.count += range.count
    }

    mutating func append(_ byte: UInt8, from source: Range<Int>) {
        self.memory[self.count] = byte
        self.count += 1
    }

    /// A string decoded once; `nil` if that changes nothing.
    static func decoding(
        _ bytes: UnsafeBufferPointer<UInt8>, _ escaping: TextEscaping
    ) -> [UInt8]? {
        // No escape is shorter than what it stands for.
        let decoded = [UInt8](unsafeUninitializedCapacity: bytes.count) { memory, count in
            var sink = DecodedBytes(memory)
            escaping.decode(bytes, into: &sink)
            count = sink.count
        }
        return decoded.count < bytes.count ? decoded : nil
    }
}

/// A string with the place of each of its bytes in the text that it was decoded from, so that a
/// match can be hidden there.
struct DecodedText {
    private(set) var bytes: [UInt8] = []
    private var starts: [UInt32] = []
    private var ends: [UInt32] = []

    /// A string as it is, without an encoding.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.bytes = Array(text)
        self.starts = (0..<text.count).map { UInt32(truncatingIfNeeded: $0) }
        self.ends = self.starts.map { $0 + 1 }
    }

    private init() {}

    /// The text decoded once; `nil` if that changes nothing.
    func decoded(_ escaping: TextEscaping) -> DecodedText? {
        var sink = Sink(text: self)
        self.bytes.withUnsafeBufferPointer { escaping.decode($0, into: &sink) }
        return sink.result.bytes.count < self.bytes.count ? sink.result : nil
    }

    private struct Sink: DecodingSink {
        let text: DecodedText
        var result = DecodedText()

        mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
            for place in range { self.append(bytes[place], from: place..<place + 1) }
        }

        mutating func append(_ byte: UInt8, from range: Range<Int>) {
            let source = self.text.source(of: range)
            self.result.bytes.append(byte)
            self.result.starts.append(UInt32(truncatingIfNeeded: source.lowerBound))
            self.result.ends.append(UInt32(truncatingIfNeeded: source.upperBound))
        }
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
}
