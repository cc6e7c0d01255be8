/// For finding equal bytes. Not secret: a peer can choose bytes that collide.
enum ByteHash {
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

    static func of(_ text: String) -> UInt64 {
        if let hash = text.utf8.withContiguousStorageIfAvailable({ Self.of($0) }) { return hash }
        var text = text
        return text.withUTF8 { Self.of($0) }
    }

    /// Every bit of the word affects the lowest bits of the result, which index a table.
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

    /// Fewer than eight bytes. Together with their count, the number is unique.
    @inline(__always)
    var fewBytes: UInt64 {
        guard self.count >= 4 else {
            return self.reduce(0) { $0 &<< 8 | UInt64($1) }
        }
        let last = self.loadUnaligned(fromByteOffset: self.count &- 4, as: UInt32.self)
        return UInt64(self.loadUnaligned(as: UInt32.self)) &<< 32 | UInt64(last)
    }
}
