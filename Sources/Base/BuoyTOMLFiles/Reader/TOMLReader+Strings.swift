import ChannelsBasics

// Strings: basic and literal, on one line or several.
extension TOMLReader {
    struct Text {
        var bytes: [UInt8] = []
        let isLong: Bool
        var isVerbatim = true

        var value: String { String(decoding: self.bytes, as: UTF8.self) }

        var verbatimMarkLength: UInt8 { self.isVerbatim ? self.isLong ? 3 : 1 : 0 }
    }

    mutating func readString() throws(TOMLDocument.Fault) -> Text {
        let start = self.cursor.place
        let mark = self.cursor.current ?? TOMLByte.quote
        let isLong = self.cursor.next(1) == mark && self.cursor.next(2) == mark
        var text = Text(isLong: isLong)
        for _ in 0..<(isLong ? 3 : 1) { self.cursor.advance() }
        if isLong {
            // A line end right behind the quotation marks is not part of the string.
            if self.cursor.takeLineEnd() { text.isVerbatim = false }
            try self.readLong(mark, &text, start)
        } else {
            try self.readShort(mark, &text, start)
        }
        return text
    }

    private mutating func readShort(
        _ mark: UInt8, _ text: inout Text, _ start: TOMLPlace
    ) throws(TOMLDocument.Fault) {
        while let byte = self.cursor.current, !self.cursor.isAtLineEnd {
            if self.cursor.take(mark) { return }
            try self.readCharacter(byte, mark, &text)
        }
        throw self.fault(.openString, at: start)
    }

    private mutating func readLong(
        _ mark: UInt8, _ text: inout Text, _ start: TOMLPlace
    ) throws(TOMLDocument.Fault) {
        while let byte = self.cursor.current {
            if byte == mark {
                if self.takeLongEnd(mark, &text) { return }
            } else if self.cursor.takeLineEnd() {
                text.bytes.append(TOMLByte.lineFeed)
                text.isVerbatim = false
            } else {
                try self.readCharacter(byte, mark, &text)
            }
        }
        throw self.fault(.openLongString, at: start)
    }

    /// Up to two quotation marks may precede the three that end a string.
    private mutating func takeLongEnd(_ mark: UInt8, _ text: inout Text) -> Bool {
        var count = 0
        while count < 5, self.cursor.take(mark) { count += 1 }
        text.bytes += repeatElement(mark, count: count < 3 ? count : count - 3)
        return count >= 3
    }

    private mutating func readCharacter(
        _ byte: UInt8, _ mark: UInt8, _ text: inout Text
    ) throws(TOMLDocument.Fault) {
        if byte == TOMLByte.backslash, mark == TOMLByte.quote {
            text.isVerbatim = false
            return try self.readEscape(&text)
        }
        guard !TOMLByte.isControl(byte) else { throw self.fault(.control) }
        text.bytes.append(byte)
        self.cursor.advance()
    }

    // MARK: Escapes

    private mutating func readEscape(_ text: inout Text) throws(TOMLDocument.Fault) {
        let place = self.cursor.place
        self.cursor.advance()
        switch self.cursor.current {
        case UInt8(ascii: "u"): text.bytes += try self.readCodePoint(digits: 4, place).utf8
        case UInt8(ascii: "U"): text.bytes += try self.readCodePoint(digits: 8, place).utf8
        case let byte? where Self.escapes[byte] != nil:
            text.bytes += [Self.escapes[byte]].compactMap { $0 }
            self.cursor.advance()
        default:
            guard text.isLong, self.skipFoldedLines() else {
                throw self.fault(.badEscape, at: place)
            }
        }
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A,
        UInt8(ascii: "f"): 0x0C, UInt8(ascii: "r"): 0x0D, TOMLByte.quote: TOMLByte.quote,
        TOMLByte.backslash: TOMLByte.backslash,
    ]

    /// Passes the line end behind a backslash, with all blanks and line ends that follow.
    /// - Returns: whether there was one.
    private mutating func skipFoldedLines() -> Bool {
        self.cursor.skipBlanks()
        guard self.cursor.takeLineEnd() else { return false }
        repeat { self.cursor.skipBlanks() } while self.cursor.takeLineEnd()
        return true
    }

    private mutating func readCodePoint(
        digits: Int, _ place: TOMLPlace
    ) throws(TOMLDocument.Fault) -> Unicode.Scalar {
        self.cursor.advance()
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = self.cursor.current?.hexValue else {
                throw self.fault(.shortCodePoint(digits), at: place)
            }
            value = value << 4 | UInt32(digit)
            self.cursor.advance()
        }
        guard value != 0 else { throw self.fault(.nul, at: place) }
        guard let scalar = Unicode.Scalar(value) else { throw self.fault(.badCodePoint, at: place) }
        return scalar
    }
}
