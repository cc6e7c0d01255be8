import CChannelsTextScan

/// Validates UTF-8 that arrives in pieces, which may cut a character (RFC 3629).
struct UTF8Validator {
    private var due = 0
    /// The range of the next continuation byte: narrower than 0x80...0xBF after some first bytes.
    private var low: UInt8 = 0x80
    private var high: UInt8 = 0xBF

    var isComplete: Bool { self.due == 0 }

    mutating func accept(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while index < bytes.count {
            if self.due == 0 {
                index = Self.skipASCII(bytes, from: index)
                guard index < bytes.count else { return true }
            }
            guard self.step(bytes[index]) else { return false }
            index &+= 1
        }
        return true
    }

    /// Most text is ASCII, of which 32 or eight bytes need one comparison.
    private static func skipASCII(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var index = start
        while index &+ 32 <= bytes.count,
            bytes.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self).hasNoHighBits
        {
            index &+= 32
        }
        while index &+ 8 <= bytes.count,
            bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
            index &+= 8
        }
        return index
    }

    private mutating func step(_ byte: UInt8) -> Bool {
        if self.due > 0 {
            guard byte >= self.low, byte <= self.high else { return false }
            self.expect(self.due &- 1)
            return true
        }
        switch byte {
        case 0x00...0x7F: break
        case 0xC2...0xDF: self.expect(1)
        case 0xE0: self.expect(2, low: 0xA0)
        case 0xED: self.expect(2, high: 0x9F)
        case 0xE1...0xEF: self.expect(2)
        case 0xF0: self.expect(3, low: 0x90)
        case 0xF1...0xF3: self.expect(3)
        case 0xF4: self.expect(3, high: 0x8F)
        default: return false
        }
        return true
    }

    private mutating func expect(_ count: Int, low: UInt8 = 0x80, high: UInt8 = 0xBF) {
        self.due = count
        self.low = low
        self.high = high
    }
}

extension UTF8Validator {
    @inline(__always)
    static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = bytes.baseAddress else { return true }
        return text_is_ascii(start, bytes.count) != 0 || Self.isValidBeyondASCII(bytes)
    }

    @inline(never)
    private static func isValidBeyondASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var validator = UTF8Validator()
        return validator.accept(bytes) && validator.isComplete
    }
}

extension SIMD4<UInt64> {
    @inline(__always) fileprivate var hasNoHighBits: Bool {
        (self[0] | self[1] | self[2] | self[3]) & 0x8080_8080_8080_8080 == 0
    }
}
