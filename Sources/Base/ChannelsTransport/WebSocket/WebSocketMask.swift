/// RFC 6455, 5.3.
struct WebSocketMask: Equatable {
    /// In network order, as in memory.
    private let key: UInt32

    static func random() -> WebSocketMask {
        WebSocketMask(key: UInt32.random(in: .min ... .max))
    }

    /// The caller has checked that four bytes are there.
    init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        self.key = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    }

    private init(key: UInt32) {
        self.key = key
    }

    var bytes: [UInt8] {
        withUnsafeBytes(of: self.key) { Array($0) }
    }

    /// In place, eight bytes at a time.
    /// - Parameter phase: how many bytes of the payload precede these.
    func apply(to bytes: UnsafeMutableRawBufferPointer, phase: Int) {
        let word = self.word(phase: phase)
        var index = 0
        while index &+ 8 <= bytes.count {
            let plain = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ word
            bytes.storeBytes(of: plain, toByteOffset: index, as: UInt64.self)
            index &+= 8
        }
        withUnsafeBytes(of: word) { key in
            while index < bytes.count {
                bytes[index] ^= key[index & 7]
                index &+= 1
            }
        }
    }

    /// The key twice, rotated so that its first byte belongs to the byte at `phase`.
    private func word(phase: Int) -> UInt64 {
        let bits = UInt32(truncatingIfNeeded: (phase & 3) &* 8)
        let turned = UInt32(littleEndian: self.key)
        let rotated = bits == 0 ? turned : (turned >> bits) | (turned << (32 &- bits))
        return (UInt64(rotated) << 32 | UInt64(rotated)).littleEndian
    }
}
