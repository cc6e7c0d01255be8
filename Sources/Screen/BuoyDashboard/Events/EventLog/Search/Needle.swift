import BuoyTextScreen
import ChannelsBasics

/// A string to search for, ignoring the case of ASCII letters.
package struct Needle: Hashable, Sendable {
    package let text: String
    private let bytes: [UInt8]

    package init(_ text: String) {
        self.text = text
        self.bytes = text.utf8.map(\.lowercasedASCII)
    }

    package func occurs(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { self.occurs(in: $0) }
    }

    func occurs(in bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { self.occurs(in: $0) }
    }

    func occurs(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        self.firstPlace(in: bytes) != nil
    }

    func firstPlace(in bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBufferPointer { self.firstPlace(in: $0) }
    }

    private func firstPlace(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard self.bytes.count <= bytes.count else { return nil }
        return self.bytes.withUnsafeBufferPointer { needle in
            guard let ends = Ends(of: needle) else { return 0 }
            var start = 0
            while let place = ends.firstPlace(in: bytes, from: start) {
                if Self.matches(bytes, at: place, needle) { return place }
                start = place + 1
            }
            return nil
        }
    }

    private static func matches(
        _ bytes: UnsafeBufferPointer<UInt8>, at start: Int, _ needle: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        for offset in needle.indices where bytes[start + offset].lowercasedASCII != needle[offset] {
            return false
        }
        return true
    }
}

/// The first and the last byte of a needle: a full comparison is needed only where both match.
/// Tries eight positions at a time.
private struct Ends {
    private let first: Byte
    private let last: Byte
    private let distance: Int

    /// - Returns: `nil` for an empty needle.
    init?(of needle: UnsafeBufferPointer<UInt8>) {
        guard let first = needle.first, let last = needle.last else { return nil }
        self.first = Byte(first)
        self.last = Byte(last)
        self.distance = needle.count - 1
    }

    func firstPlace(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let base = UnsafeRawPointer(bytes.baseAddress) else { return nil }
        let end = bytes.count &- self.distance
        var place = start
        while place &+ 8 <= end {
            let difference =
                self.first.difference(base, place)
                | self.last.difference(base, place &+ self.distance)
            let marks = Self.zeroBytes(of: difference)
            if marks != 0 { return place &+ marks.trailingZeroBitCount >> 3 }
            place &+= 8
        }
        while place < end {
            if self.first.fits(bytes[place]), self.last.fits(bytes[place &+ self.distance]) {
                return place
            }
            place &+= 1
        }
        return nil
    }

    /// The highest bit of each byte that is zero. Adding 0x7F to seven bits sets the eighth unless
    /// they are zero, and never carries over into the next byte.
    @inline(__always) private static func zeroBytes(of word: UInt64) -> UInt64 {
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        return ~(((word & low) &+ low) | word | low)
    }

    private struct Byte {
        private let word: UInt64
        /// The bit that distinguishes the cases of a letter; it is set in both operands.
        private let caseBit: UInt64

        init(_ byte: UInt8) {
            let ones: UInt64 = 0x0101_0101_0101_0101
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            self.word = ones &* UInt64(byte)
            self.caseBit = isLetter ? ones &* 0x20 : 0
        }

        /// Zero in each of eight bytes (the first one lowest) that equals this one.
        @inline(__always) func difference(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
            let word = base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            return (UInt64(littleEndian: word) | self.caseBit) ^ self.word
        }

        func fits(_ byte: UInt8) -> Bool {
            byte | UInt8(truncatingIfNeeded: self.caseBit)
                == UInt8(truncatingIfNeeded: self.word)
        }
    }
}

extension Needle {
    package var scalars: [Unicode.Scalar] { self.text.unicodeScalars.map(\.lowercasedASCII) }
}
