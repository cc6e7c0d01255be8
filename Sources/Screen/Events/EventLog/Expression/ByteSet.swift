import EventWords

/// A set of bytes.
struct ByteSet: Hashable, Sendable {
    private var words: SIMD4<UInt64> = .zero

    init() {}

    init(_ range: ClosedRange<UInt8>) { self.insert(range) }

    func contains(_ byte: UInt8) -> Bool {
        self.words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1
    }

    mutating func insert(_ range: ClosedRange<UInt8>) {
        for byte in range { self.words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }
    }
}
