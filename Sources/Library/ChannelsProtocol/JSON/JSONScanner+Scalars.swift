import ChannelsBasics

extension JSONScanner {
    /// The position is at the opening quote.
    /// - Returns: the range of the contents, without the quotes.
    @inline(__always)
    mutating func skipString() throws(JSONError) -> Range<Int> {
        self.position &+= 1
        let start = self.position
        self.skipPlainBytes()
        if self.current != UInt8(ascii: "\"") { try self.skipRestOfString() }
        self.position &+= 1
        return start..<(self.position &- 1)
    }

    @inline(never)
    private mutating func skipRestOfString() throws(JSONError) {
        while true {
            switch self.current {
            case UInt8(ascii: "\""): return
            case UInt8(ascii: "\\"):
                if self.byte(at: self.position &+ 1) != UInt8(ascii: "\"") { try self.skipEscape() }
                self.skipPlainBytesAndEscapedQuotes()
            default:
                guard !self.isAtEnd else { throw self.unexpected() }
                throw JSONError(position: self.position, reason: .controlCharacter(self.current))
            }
        }
    }

    private mutating func skipEscape() throws(JSONError) {
        let letter = self.byte(at: self.position &+ 1)
        if Self.isShortEscape(letter) {
            self.position &+= 2
        } else if letter == UInt8(ascii: "u") {
            try self.skipUnicodeEscape()
        } else {
            throw JSONError(position: self.position, reason: .badEscape)
        }
    }

    @inline(__always) private static func isShortEscape(_ letter: UInt8) -> Bool {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            true
        default: false
        }
    }

    private mutating func skipUnicodeEscape() throws(JSONError) {
        guard let unit = self.codeUnit(at: self.position) else {
            throw JSONError(position: self.position, reason: .badEscape)
        }
        guard UTF16.isSurrogate(unit) else {
            self.position &+= 6
            return
        }
        guard UTF16.isLeadSurrogate(unit),
            let next = self.codeUnit(at: self.position &+ 6), UTF16.isTrailSurrogate(next)
        else { throw JSONError(position: self.position, reason: .loneSurrogate) }
        self.position &+= 12
    }

    func codeUnit(at index: Int) -> UInt16? {
        guard self.byte(at: index) == UInt8(ascii: "\\"),
            self.byte(at: index &+ 1) == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt16 = 0
        for offset in 2..<6 {
            guard let digit = Self.hexDigit(self.byte(at: index &+ offset)) else { return nil }
            unit = unit &<< 4 | digit
        }
        return unit
    }

    private static func hexDigit(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte &- UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte &- UInt8(ascii: "a") &+ 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte &- UInt8(ascii: "A") &+ 10)
        default: nil
        }
    }

    mutating func skipNumber() throws(JSONError) {
        if self.current == UInt8(ascii: "-") { self.position &+= 1 }
        if self.current == UInt8(ascii: "0") {
            self.position &+= 1
        } else {
            try self.skipDigits()
        }
        if self.current == UInt8(ascii: ".") {
            self.position &+= 1
            try self.skipDigits()
        }
        if self.current | 0x20 == UInt8(ascii: "e") {
            self.position &+= 1
            if self.current == UInt8(ascii: "+") || self.current == UInt8(ascii: "-") {
                self.position &+= 1
            }
            try self.skipDigits()
        }
    }

    private mutating func skipDigits() throws(JSONError) {
        let start = self.position
        while self.current.isASCIIDigit {
            self.position &+= 1
        }
        if self.position == start {
            throw JSONError(position: start, reason: .badNumber)
        }
    }

    mutating func skipLiteral(
        _ literal: StaticString, _ value: JSONValue
    ) throws(JSONError) -> JSONValue {
        for offset in 0..<literal.utf8CodeUnitCount {
            try self.expect(literal.utf8Start[offset])
        }
        return value
    }
}
