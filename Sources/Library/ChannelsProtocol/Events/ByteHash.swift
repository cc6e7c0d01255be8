/// Hashes of bytes, for finding equal ones. They are not secret: a peer can choose bytes that
/// collide.
enum ByteHash {
    /// Mixes eight bytes at a time.
    static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let bytes = UnsafeRawBufferPointer(bytes)
        var hash = UInt64(truncatingIfNeeded: bytes.count)
        guard bytes.count >= 8 else { return Self.mix(hash ^ bytes.fewBytes) }
        var offset = 0
        while offset &+ 8 < bytes.count {
            hash = Self.mix(hash ^ bytes.word(at: offset))
            offset &+= 8
        }
        // The last word overlaps the one before.
        return Self.mix(hash ^ bytes.word(at: bytes.count &- 8))
    }

    /// The hash of a string by its bytes.
    static func of(_ text: String) -> UInt64 {
        if let hash = text.utf8.withContiguousStorageIfAvailable({ Self.of($0) }) { return hash }
        var text = text
        return text.withUTF8 { Self.of($0) }
    }

    /// Every bit of the word counts for the lowest bits of the result, which say a place in a
    /// table.
    static func mix(_ word: UInt64) -> UInt64 {
        let product = word.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}

extension UnsafeRawBufferPointer {
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        self.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }

    /// Fewer than eight bytes as a number. With their count, it is another one for other bytes.
    @inline(__always)
    var fewBytes: UInt64 {
        guard self.count >= 4 else {
            return self.reduce(0) { $0 &<< 8 | UInt64($1) }
        }
        let last = self.loadUnaligned(fromByteOffset: self.count &- 4, as: UInt32.self)
        return UInt64(self.loadUnaligned(as: UInt32.self)) &<< 32 | UInt64(last)
    }
}
