struct UTF8Scalar {
    let scalar: Unicode.Scalar?

    /// At least one; exactly one for invalid bytes, so that no valid character after them is lost.
    let length: Int

    let isIncomplete: Bool

    /// `offset` must be inside the buffer. Overlong forms, surrogates and code points above
    /// U+10FFFF are invalid.
    init(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
        let first = bytes[offset]
        guard first >= 0x80 else {
            self.init(scalar: Unicode.Scalar(first), length: 1)
            return
        }
        let length = Self.length(startingWith: first)
        guard length > 1 else {
            self.init(scalar: nil, length: 1)
            return
        }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for index in offset + 1..<offset + length {
            guard index < bytes.count else {
                self.init(scalar: nil, length: 1, isIncomplete: true)
                return
            }
            guard bytes[index] & 0xC0 == 0x80 else {
                self.init(scalar: nil, length: 1)
                return
            }
            value = value << 6 | UInt32(bytes[index] & 0x3F)
        }
        let smallest: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
        let scalar = value >= smallest ? Unicode.Scalar(value) : nil
        self.init(scalar: scalar, length: scalar == nil ? 1 : length)
    }

    private init(scalar: Unicode.Scalar?, length: Int, isIncomplete: Bool = false) {
        self.scalar = scalar
        self.length = length
        self.isIncomplete = isIncomplete
    }

    private static func length(startingWith byte: UInt8) -> Int {
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}
