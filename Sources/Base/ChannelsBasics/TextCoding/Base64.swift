/// Standard alphabet with padding (RFC 4648, section 4).
///
/// Used for keys, so the time depends only on the length: letters are computed, not looked up.
package enum Base64 {
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: self.encodedBytes(bytes), as: UTF8.self)
    }

    package static func encodedBytes(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(self.length(of: bytes.count))
        var rest = bytes[...]
        while !rest.isEmpty {
            let group = rest.prefix(3)
            rest = rest.dropFirst(3)
            var bits = group.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
            bits <<= UInt32(8 * (3 - group.count))
            for place in 0..<4 {
                let value = UInt8(truncatingIfNeeded: bits >> UInt32(18 - 6 * place)) & 63
                output.append(place <= group.count ? self.letter(value) : UInt8(ascii: "="))
            }
        }
        return output
    }

    package static func length(of count: Int) -> Int { (count + 2) / 3 * 4 }

    /// - Returns: `nil` for white space, other alphabets, bits after the last byte, or missing
    ///   padding.
    package static func decode(_ text: String) -> [UInt8]? {
        let letters = Array(text.utf8)
        guard letters.count.isMultiple(of: 4) else { return nil }
        let padding = letters.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(letters.count / 4 * 3)
        var (bits, count, wrong) = (0 as UInt32, 0, 0 as UInt8)
        for letter in letters.dropLast(padding) {
            let value = self.value(of: letter)
            wrong |= value & 0xC0
            bits = bits << 6 | UInt32(value & 63)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        wrong |= UInt8(truncatingIfNeeded: bits & (1 << UInt32(count) - 1))
        return wrong == 0 ? bytes : nil
    }

    // MARK: Letters

    private static func letter(_ value: UInt8) -> UInt8 {
        self.mask(value, in: 0...25) & (value &+ UInt8(ascii: "A"))
            | self.mask(value, in: 26...51) & (value &+ (UInt8(ascii: "a") - 26))
            | self.mask(value, in: 52...61) & (value &- (52 - UInt8(ascii: "0")))
            | self.mask(value, in: 62...62) & UInt8(ascii: "+")
            | self.mask(value, in: 63...63) & UInt8(ascii: "/")
    }

    private static func value(of letter: UInt8) -> UInt8 {
        let upper = self.mask(letter, in: UInt8(ascii: "A")...UInt8(ascii: "Z"))
        let lower = self.mask(letter, in: UInt8(ascii: "a")...UInt8(ascii: "z"))
        let digit = self.mask(letter, in: UInt8(ascii: "0")...UInt8(ascii: "9"))
        let plus = self.mask(letter, in: UInt8(ascii: "+")...UInt8(ascii: "+"))
        let slash = self.mask(letter, in: UInt8(ascii: "/")...UInt8(ascii: "/"))
        return upper & (letter &- UInt8(ascii: "A"))
            | lower & (letter &- (UInt8(ascii: "a") - 26))
            | digit & (letter &+ (52 - UInt8(ascii: "0")))
            | plus & 62 | slash & 63 | ~(upper | lower | digit | plus | slash)
    }

    /// 255 if the value is in the range, else 0; without a branch.
    private static func mask(_ value: UInt8, in range: ClosedRange<UInt8>) -> UInt8 {
        let belowStart = Int16(value) &- Int16(range.lowerBound)
        let aboveEnd = Int16(range.upperBound) &- Int16(value)
        return ~UInt8(truncatingIfNeeded: (belowStart | aboveEnd) >> 15)
    }
}
