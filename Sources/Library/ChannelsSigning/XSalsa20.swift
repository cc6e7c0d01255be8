/// The XSalsa20 key stream (D. J. Bernstein, "Extending the Salsa20 nonce", 2011), which
/// OpenSSL lacks. It only adds, rotates and XORs words, so its time does not depend on the key.
struct XSalsa20 {
    static let keyLength = 32
    static let nonceLength = 24

    /// Salsa20's matrix: constants, the key derived from the first 16 bytes of the nonce, the other
    /// 8 bytes, and the block counter.
    private var input: [UInt32]

    /// - Parameter nonce: 24 bytes, never used twice with a key.
    init(key: [UInt8], nonce: [UInt8]) {
        var mixed = Self.matrix(key: Self.words(key[...]), Self.words(nonce.prefix(16)))
        Self.mix(&mixed)
        // HSalsa20: the words that hold the constants and the nonce, not added to the input.
        let derived = [0, 5, 10, 15, 6, 7, 8, 9].map { mixed[$0] }
        self.input = Self.matrix(key: derived, Self.words(nonce.dropFirst(16)) + [0, 0])
    }

    /// XORs bytes with the next part of the key stream, starting at a block of 64 bytes.
    mutating func apply(to bytes: inout [UInt8]) {
        var block = self.input
        for start in stride(from: 0, to: bytes.count, by: 64) {
            block = self.input
            Self.mix(&block)
            for index in start..<min(start + 64, bytes.count) {
                let word = (index - start) / 4
                let stream = block[word] &+ self.input[word]
                bytes[index] ^= UInt8(truncatingIfNeeded: stream &>> (8 * UInt32(index & 3)))
            }
            self.input[8] &+= 1
            if self.input[8] == 0 { self.input[9] &+= 1 }
        }
    }

    private static func words(_ bytes: ArraySlice<UInt8>) -> [UInt32] {
        let bytes = Array(bytes)
        return stride(from: 0, to: bytes.count, by: 4).map { start in
            bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    private static func matrix(key: [UInt32], _ middle: [UInt32]) -> [UInt32] {
        let constants = Self.words(Array("expand 32-byte k".utf8)[...])
        return [constants[0]] + key[0..<4] + [constants[1]] + middle + [constants[2]] + key[4..<8]
            + [constants[3]]
    }

    private static func mix(_ words: inout [UInt32]) {
        words.withUnsafeMutableBufferPointer { words in
            for _ in 0..<10 {
                Self.quarter(words, 0, 4, 8, 12)
                Self.quarter(words, 5, 9, 13, 1)
                Self.quarter(words, 10, 14, 2, 6)
                Self.quarter(words, 15, 3, 7, 11)
                Self.quarter(words, 0, 1, 2, 3)
                Self.quarter(words, 5, 6, 7, 4)
                Self.quarter(words, 10, 11, 8, 9)
                Self.quarter(words, 15, 12, 13, 14)
            }
        }
    }

    @inline(__always)
    private static func quarter(
        _ words: UnsafeMutableBufferPointer<UInt32>, _ a: Int, _ b: Int, _ c: Int, _ d: Int
    ) {
        words[b] ^= Self.rotated(words[a] &+ words[d], by: 7)
        words[c] ^= Self.rotated(words[b] &+ words[a], by: 9)
        words[d] ^= Self.rotated(words[c] &+ words[b], by: 13)
        words[a] ^= Self.rotated(words[d] &+ words[c], by: 18)
    }

    @inline(__always)
    private static func rotated(_ word: UInt32, by bits: UInt32) -> UInt32 {
        word &<< bits | word &>> (32 - bits)
    }
}
