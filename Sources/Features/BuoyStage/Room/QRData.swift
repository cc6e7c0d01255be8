/// The codewords of a QR code: the string's bits, and their Reed-Solomon correction.
enum QRData {
    /// All codewords, and how they are divided into blocks, for level M (ISO/IEC 18004, table 9).
    private static let versions: [(total: Int, blocks: Int, correction: Int)] = [
        (26, 1, 10), (44, 1, 16), (70, 1, 26), (100, 2, 18), (134, 2, 24), (172, 4, 16),
        (196, 4, 18), (242, 4, 22), (292, 5, 22), (346, 5, 26),
    ]

    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)

    private static func capacity(_ version: Int) -> Int {
        let row = self.versions[version - 1]
        return row.total - row.blocks * row.correction
    }

    /// In the smallest version that has room.
    static func codewords(of text: String) -> (version: Int, data: [UInt8])? {
        let bytes = Array(text.utf8)
        let indices = bytes.compactMap { self.alphabet.firstIndex(of: $0) }
        let isPlain = indices.count == bytes.count
        for version in 1...self.versions.count {
            var bits = Bits()
            let isLarge = version > 9
            bits.append(isPlain ? 0b0010 : 0b0100, count: 4)
            bits.append(bytes.count, count: isPlain ? (isLarge ? 11 : 9) : (isLarge ? 16 : 8))
            if isPlain {
                bits.append(pairs: indices)
            } else {
                for byte in bytes { bits.append(Int(byte), count: 8) }
            }
            let capacity = self.capacity(version)
            if bits.count <= capacity * 8 { return (version, bits.padded(to: capacity)) }
        }
        return nil
    }

    private struct Bits {
        private var bits: [Bool] = []
        var count: Int { self.bits.count }

        mutating func append(_ value: Int, count: Int) {
            for shift in (0..<count).reversed() { self.bits.append(value >> shift & 1 == 1) }
        }

        mutating func append(pairs indices: [Int]) {
            for start in stride(from: 0, to: indices.count, by: 2) {
                let pair = indices[start..<min(start + 2, indices.count)]
                self.append(pair.reduce(0) { $0 * 45 + $1 }, count: pair.count == 2 ? 11 : 6)
            }
        }

        func padded(to capacity: Int) -> [UInt8] {
            var bits =
                self.bits + [Bool](repeating: false, count: min(4, capacity * 8 - self.count))
            while !bits.count.isMultiple(of: 8) { bits.append(false) }
            var bytes = stride(from: 0, to: bits.count, by: 8).map { start in
                bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
            }
            var padding: UInt8 = 0xEC
            while bytes.count < capacity {
                bytes.append(padding)
                padding ^= 0xEC ^ 0x11
            }
            return bytes
        }
    }

    // MARK: Correction

    /// The blocks by column: first the data, then the correction.
    static func interleaved(_ data: [UInt8], version: Int) -> [UInt8] {
        let row = self.versions[version - 1]
        let (length, longer) = data.count.quotientAndRemainder(dividingBy: row.blocks)
        var rest = data[...]
        let blocks = (0..<row.blocks).map { index in
            let block = rest.prefix(index < row.blocks - longer ? length : length + 1)
            rest = rest.dropFirst(block.count)
            return Array(block)
        }
        let corrections = blocks.map { self.correction(of: $0, count: row.correction) }
        return self.columns(blocks) + self.columns(corrections)
    }

    private static func columns(_ blocks: [[UInt8]]) -> [UInt8] {
        (0..<(blocks.map(\.count).max() ?? 0)).flatMap { index in
            blocks.compactMap { $0.indices.contains(index) ? $0[index] : nil }
        }
    }

    private static func correction(of block: [UInt8], count: Int) -> [UInt8] {
        let generator = self.generator(count)
        var rest = [UInt8](repeating: 0, count: count)
        for byte in block {
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for index in rest.indices { rest[index] ^= self.product(generator[index], factor) }
        }
        return rest
    }

    /// Without its first coefficient, which is 1.
    private static func generator(_ count: Int) -> [UInt8] {
        var coefficients = [UInt8](repeating: 0, count: count)
        coefficients[count - 1] = 1
        var root: UInt8 = 1
        for _ in 0..<count {
            for index in 0..<count {
                coefficients[index] = self.product(coefficients[index], root)
                if index + 1 < count { coefficients[index] ^= coefficients[index + 1] }
            }
            root = self.product(root, 2)
        }
        return coefficients
    }

    /// In GF(256) modulo x⁸ + x⁴ + x³ + x² + 1.
    private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        (0..<8).reversed().reduce(UInt8(0)) { sum, bit in
            (sum << 1 ^ (sum >> 7) * 0x1D) ^ (right >> UInt8(bit) & 1) * left
        }
    }
}
