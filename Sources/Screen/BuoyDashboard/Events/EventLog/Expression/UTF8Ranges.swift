enum UTF8Ranges {
    /// One range for each byte of a character.
    typealias Sequence = [ClosedRange<UInt8>]

    static func sequences(for range: ClosedRange<UInt32>) -> [Sequence] {
        var sequences: [Sequence] = []
        var rest = [range]
        while let range = rest.popLast() {
            if let (low, high) = self.split(range) {
                // The lower part is processed first, to keep the order.
                rest.append(high)
                rest.append(low)
            } else {
                let bytes = zip(self.bytes(of: range.lowerBound), self.bytes(of: range.upperBound))
                sequences.append(bytes.map { $0...$1 })
            }
        }
        return sequences
    }

    /// The largest code points of one, two and three bytes.
    private static let limits: [UInt32] = [0x7F, 0x7FF, 0xFFFF]

    /// `nil` if a single sequence matches the range.
    private static func split(
        _ range: ClosedRange<UInt32>
    ) -> (ClosedRange<UInt32>, ClosedRange<UInt32>)? {
        let (low, high) = (range.lowerBound, range.upperBound)
        for limit in self.limits where range.contains(limit) && limit < high {
            return (low...limit, (limit + 1)...high)
        }
        // Where preceding bytes differ, the following bytes must be able to take every value.
        for place in 1..<self.bytes(of: high).count {
            let mask = UInt32(1) << UInt32(6 * place) - 1
            guard low & ~mask != high & ~mask else { continue }
            if low & mask != 0 { return (low...(low | mask), (low | mask) + 1...high) }
            if high & mask != mask { return (low...(high & ~mask) - 1, (high & ~mask)...high) }
        }
        return nil
    }

    private static func bytes(of value: UInt32) -> [UInt8] {
        let byte = { (shift: UInt32, mark: UInt32) -> UInt8 in
            let bits: UInt32 = mark == 0x80 ? value >> shift & 0x3F : value >> shift
            return UInt8(truncatingIfNeeded: mark | bits)
        }
        switch value {
        case ...0x7F: return [byte(0, 0)]
        case ...0x7FF: return [byte(6, 0xC0), byte(0, 0x80)]
        case ...0xFFFF: return [byte(12, 0xE0), byte(6, 0x80), byte(0, 0x80)]
        default: return [byte(18, 0xF0), byte(12, 0x80), byte(6, 0x80), byte(0, 0x80)]
        }
    }
}
