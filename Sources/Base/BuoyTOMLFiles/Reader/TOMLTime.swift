import ChannelsBasics

/// Checks dates and times, in the form of RFC 3339.
struct TOMLTime {
    private var rest: ArraySlice<UInt8>

    static func looksLikeTime(_ word: ArraySlice<UInt8>) -> Bool {
        let digits = word.prefix(while: \.isASCIIDigit)
        let next = word.dropFirst(digits.count).first
        return digits.count >= 2 && (next == TOMLByte.minus || next == TOMLByte.colon)
    }

    static func isTime(_ word: ArraySlice<UInt8>) -> Bool {
        var scan = TOMLTime(rest: word)
        if word.dropFirst(2).first == TOMLByte.colon {
            return scan.takeTime() && scan.rest.isEmpty
        }
        guard scan.takeDate() else { return false }
        if scan.rest.isEmpty { return true }
        guard scan.take("Tt ") != nil, scan.takeTime() else { return false }
        return scan.rest.isEmpty || scan.takeOffset() && scan.rest.isEmpty
    }

    static func isDate(_ word: ArraySlice<UInt8>) -> Bool {
        var scan = TOMLTime(rest: word)
        return scan.takeDate() && scan.rest.isEmpty
    }

    private mutating func takeDate() -> Bool {
        guard let year = self.takeNumber(4, 0...9999), self.take("-") != nil,
            let month = self.takeNumber(2, 1...12), self.take("-") != nil,
            let day = self.takeNumber(2, 1...31)
        else { return false }
        return day <= Self.days(of: month, year)
    }

    private static func days(of month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// A minute may have a leap second.
    private mutating func takeTime() -> Bool {
        guard self.takeNumber(2, 0...23) != nil, self.take(":") != nil,
            self.takeNumber(2, 0...59) != nil, self.take(":") != nil,
            self.takeNumber(2, 0...60) != nil
        else { return false }
        guard self.take(".") != nil else { return true }
        let fraction = self.rest.prefix(while: \.isASCIIDigit)
        self.rest = self.rest.dropFirst(fraction.count)
        return !fraction.isEmpty
    }

    private mutating func takeOffset() -> Bool {
        if self.take("Zz") != nil { return true }
        return self.take("+-") != nil && self.takeNumber(2, 0...23) != nil
            && self.take(":") != nil && self.takeNumber(2, 0...59) != nil
    }

    private mutating func take(_ characters: StaticString) -> UInt8? {
        guard let byte = self.rest.first,
            characters.withUTF8Buffer({ $0.contains(byte) })
        else { return nil }
        return self.rest.popFirst()
    }

    private mutating func takeNumber(_ count: Int, _ range: ClosedRange<Int>) -> Int? {
        let digits = self.rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        self.rest = self.rest.dropFirst(count)
        let number = digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
        return range.contains(number) ? number : nil
    }
}
