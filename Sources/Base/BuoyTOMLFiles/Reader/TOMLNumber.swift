import ChannelsBasics

enum TOMLNumber {
    static func content(_ word: ArraySlice<UInt8>) throws(TOMLMistake) -> TOMLNode.Content {
        let isSigned = word.first == TOMLByte.plus || word.first == TOMLByte.minus
        let digits = isSigned ? word.dropFirst() : word
        if digits.elementsEqual("inf".utf8) {
            return .number(word.first == TOMLByte.minus ? -.infinity : .infinity)
        }
        if digits.elementsEqual("nan".utf8) { return .number(.nan) }
        guard let first = digits.first, first.isASCIIDigit else {
            throw isSigned || word.first == TOMLByte.dot ? .badNumber : .unquoted
        }
        if !isSigned, first == UInt8(ascii: "0"), let base = self.base(of: digits) {
            return .integer(try self.integer(digits.dropFirst(2), base: base, sign: nil))
        }
        guard digits.allSatisfy({ $0.isASCIIDigit || $0 == TOMLByte.underscore }) else {
            return .number(try self.fraction(word, digits))
        }
        guard !self.hasLeadingZero(digits) else { throw .leadingZero }
        return .integer(try self.integer(digits, base: 10, sign: isSigned ? word.first : nil))
    }

    private static func base(of digits: ArraySlice<UInt8>) -> Int? {
        switch digits.dropFirst().first {
        case UInt8(ascii: "x"): 16
        case UInt8(ascii: "o"): 8
        case UInt8(ascii: "b"): 2
        default: nil
        }
    }

    private static func integer(
        _ digits: ArraySlice<UInt8>, base: Int, sign: UInt8?
    ) throws(TOMLMistake) -> Int {
        guard
            let plain = self.plain(
                digits, where: { $0.hexValue.map { $0 < base } == true })
        else {
            throw .badNumber
        }
        let text = String(decoding: (sign.map { [$0] } ?? []) + plain, as: UTF8.self)
        guard let integer = Int(text, radix: base) else { throw .largeInteger }
        return integer
    }

    private static func fraction(
        _ word: ArraySlice<UInt8>, _ digits: ArraySlice<UInt8>
    ) throws(TOMLMistake) -> Double {
        let isMark = { (byte: UInt8) in byte | 0x20 == UInt8(ascii: "e") }
        let halves = digits.split(
            maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: isMark)
        let parts = halves[0].split(
            separator: TOMLByte.dot, maxSplits: 1, omittingEmptySubsequences: false)
        var exponent = halves.dropFirst().first
        if exponent?.first == TOMLByte.plus || exponent?.first == TOMLByte.minus {
            exponent?.removeFirst()
        }
        let groups = parts + (exponent.map { [$0] } ?? [])
        guard groups.allSatisfy({ self.plain($0, where: \.isASCIIDigit) != nil }) else {
            throw .badNumber
        }
        guard !self.hasLeadingZero(parts[0]) else { throw .leadingZero }
        let plain = word.filter { $0 != TOMLByte.underscore }
        guard let number = Double(String(decoding: plain, as: UTF8.self)), number.isFinite else {
            throw .largeNumber
        }
        return number
    }

    private static func hasLeadingZero(_ digits: ArraySlice<UInt8>) -> Bool {
        digits.count > 1 && digits.first == UInt8(ascii: "0")
    }

    /// `nil` if there is anything but digits with underscores between them.
    private static func plain(
        _ digits: ArraySlice<UInt8>, where isDigit: (UInt8) -> Bool
    ) -> [UInt8]? {
        var plain: [UInt8] = []
        var mayBreak = false
        for byte in digits {
            let isBreak = byte == TOMLByte.underscore
            guard isBreak ? mayBreak : isDigit(byte) else { return nil }
            if !isBreak { plain.append(byte) }
            mayBreak = !isBreak
        }
        return mayBreak ? plain : nil
    }
}
