/// Scanning of eight bytes at a time, as a word in which bytes are marked by their highest bits.
///
/// Swift's vectors were tried: the compiler takes their comparisons apart into single bytes.
extension JSONScanner {
    /// Advances to the next quote, backslash or control character.
    @inline(__always) mutating func skipPlainBytes() {
        while let word = self.word(at: self.position) {
            let special =
                Self.lowestMark(of: UInt8(ascii: "\""), in: word)
                | Self.lowestMark(of: UInt8(ascii: "\\"), in: word)
                | Self.lowestControlMark(in: word)
            let marks = special & Self.highBits
            guard marks == 0 else {
                self.position &+= marks.trailingZeroBitCount &>> 3
                return self.returnIntoBytes()
            }
            self.position &+= 8
        }
        self.returnIntoBytes()
        self.skipSinglePlainBytes()
    }

    /// Advances as long as every quote follows a backslash, and every backslash is followed by a quote,
    /// which is frequent in JSON inside a string. The position is after an escaped quote.
    @inline(__always) mutating func skipPlainBytesAndEscapedQuotes() {
        /// Marks the first byte of a word if the byte before it is a backslash.
        var carry: UInt64 = 0
        while let word = self.word(at: self.position) {
            let quotes = Self.marks(of: UInt8(ascii: "\""), in: word)
            let backslashes = Self.marks(of: UInt8(ascii: "\\"), in: word)
            let escaped = backslashes &<< 8 | carry
            let wrong = (quotes ^ escaped) | (Self.lowestControlMark(in: word) & Self.highBits)
            guard wrong == 0 else {
                let offset = wrong.trailingZeroBitCount &>> 3
                // The backslash of another escape belongs to it.
                let followsBackslash = escaped &>> UInt64(offset &* 8) & 0x80 != 0
                self.position &+= followsBackslash ? offset &- 1 : offset
                return self.returnIntoBytes()
            }
            carry = backslashes &>> 56
            self.position &+= 8
        }
        if carry != 0 { self.position &-= 1 }
        self.returnIntoBytes()
    }

    /// How many bytes of a word, of which the first one is lowest, precede a backslash; 8 if there is
    /// none.
    @inline(__always) static func plainBytes(beforeBackslashIn word: UInt64) -> Int {
        let marks = Self.lowestMark(of: UInt8(ascii: "\\"), in: word) & Self.highBits
        return marks.trailingZeroBitCount &>> 3
    }

    /// Words may reach beyond the text.
    @inline(__always) private mutating func returnIntoBytes() {
        if self.position > self.bytes.count { self.position = self.bytes.count }
    }

    /// Handles the last bytes of a text, fewer than eight.
    private mutating func skipSinglePlainBytes() {
        while self.position < self.bytes.count, !Self.isSpecial(self.bytes[self.position]) {
            self.position &+= 1
        }
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Eight bytes, the first one lowest, of which the last ones may follow the text; `nil` if there are
    /// fewer. The check against `readable` makes the load safe.
    @inline(__always) private func word(at index: Int) -> UInt64? {
        guard index &+ 8 <= self.readable, let start = self.bytes.baseAddress else { return nil }
        let word = UnsafeRawPointer(start).loadUnaligned(fromByteOffset: index, as: UInt64.self)
        return UInt64(littleEndian: word)
    }

    @inline(__always) private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    @inline(__always) private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// Marks each occurrence of a byte. Adding 0x7F to seven bits sets the eighth unless they are
    /// zero, and never carries over into the next byte.
    @inline(__always) private static func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
        let difference = word ^ (Self.ones &* UInt64(byte))
        return ~(((difference & ~Self.highBits) &+ ~Self.highBits) | difference) & Self.highBits
    }

    /// Marks the first occurrence of a byte, in the highest bits. Bytes after it may be marked without
    /// reason, because the subtraction borrows from them; other bits mean nothing.
    @inline(__always) private static func lowestMark(of byte: UInt8, in word: UInt64) -> UInt64 {
        let difference = word ^ (Self.ones &* UInt64(byte))
        return (difference &- Self.ones) & ~difference
    }

    /// Marks the first byte below 0x20, with the same reservations.
    @inline(__always) private static func lowestControlMark(in word: UInt64) -> UInt64 {
        (word &- (Self.ones &* 0x20)) & ~word
    }
}
