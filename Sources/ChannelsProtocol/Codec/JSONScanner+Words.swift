/// Scanning of eight bytes at a time, as a word in which bytes are marked by their highest bits.
extension JSONScanner {
    /// Advances to the next quote, backslash or control character.
    @inline(__always) mutating func skipPlainBytes() {
        while let word = self.word(at: self.position) {
            let special =
                Self.marks(of: UInt8(ascii: "\""), in: word)
                | Self.marks(of: UInt8(ascii: "\\"), in: word) | Self.controlMarks(in: word)
            guard special == 0 else {
                self.position &+= special.trailingZeroBitCount >> 3
                return
            }
            self.position &+= 8
        }
        self.skipSinglePlainBytes()
    }

    /// Advances to the next quote, backslash or control character, skipping `\"`, which is frequent
    /// in JSON inside a string. The position is after the opening quote or after an escape.
    @inline(__always) mutating func skipPlainBytesAndEscapedQuotes() {
        // A backslash before the position belongs to an escape that was skipped.
        if self.byte(at: self.position &- 1) != UInt8(ascii: "\\") {
            while let word = self.word(at: self.position),
                let wordBefore = self.word(at: self.position &- 1)
            {
                // Every quote follows a backslash, and every backslash is followed by a quote.
                let quotes = Self.marks(of: UInt8(ascii: "\""), in: word)
                let escaped = Self.marks(of: UInt8(ascii: "\\"), in: wordBefore)
                guard (quotes ^ escaped) | Self.controlMarks(in: word) == 0 else { break }
                self.position &+= 8
            }
            if self.byte(at: self.position &- 1) == UInt8(ascii: "\\") { self.position &-= 1 }
        }
        self.skipPlainBytes()
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

    /// Eight bytes, the first one lowest; `nil` if there are fewer.
    @inline(__always) private func word(at index: Int) -> UInt64? {
        guard index &+ 8 <= self.bytes.count, let start = self.bytes.baseAddress else { return nil }
        let word = UnsafeRawPointer(start).loadUnaligned(fromByteOffset: index, as: UInt64.self)
        return UInt64(littleEndian: word)
    }

    private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// Marks each occurrence of a byte. Adding 0x7F to seven bits sets the eighth unless they are
    /// zero, and never carries over into the next byte.
    @inline(__always) private static func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
        let difference = word ^ (Self.ones &* UInt64(byte))
        return ~(((difference & ~Self.highBits) &+ ~Self.highBits) | difference) & Self.highBits
    }

    /// Marks the bytes below 0x20.
    @inline(__always) private static func controlMarks(in word: UInt64) -> UInt64 {
        ~(((word & ~Self.highBits) &+ (Self.ones &* 0x60)) | word) & Self.highBits
    }
}
