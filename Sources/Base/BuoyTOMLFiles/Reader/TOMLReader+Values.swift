import ChannelsBasics

// Values: strings, scalars, arrays and inline tables.
extension TOMLReader {
    mutating func readValue(depth: Int) throws(TOMLDocument.Fault) -> TOMLNode {
        guard depth <= Self.deepest else { throw self.fault(.tooDeep) }
        let place = self.cursor.place
        switch self.cursor.current {
        case TOMLByte.quote, TOMLByte.apostrophe:
            let text = try self.readString()
            return TOMLNode(.text(text.value), at: place, markLength: text.verbatimMarkLength)
        case TOMLByte.openBracket:
            return TOMLNode(.list(try self.readArray(depth: depth)), at: place)
        case TOMLByte.openBrace:
            return TOMLNode(.table(try self.readInlineTable(depth: depth)), at: place)
        default: return TOMLNode(try self.readScalar(), at: place)
        }
    }

    private mutating func readArray(depth: Int) throws(TOMLDocument.Fault) -> [TOMLNode] {
        let start = self.cursor.place
        self.cursor.advance()
        var elements: [TOMLNode] = []
        while true {
            try self.skipSpace()
            if self.cursor.take(TOMLByte.closeBracket) { return elements }
            guard self.cursor.current != nil else { throw self.fault(.openArray, at: start) }
            elements.append(try self.readValue(depth: depth + 1))
            try self.skipSpace()
            if self.cursor.take(TOMLByte.comma) { continue }
            if self.cursor.take(TOMLByte.closeBracket) { return elements }
            guard self.cursor.current != nil else { throw self.fault(.openArray, at: start) }
            throw self.fault(.noComma(arrayLine: start.line))
        }
    }

    private mutating func readInlineTable(depth: Int) throws(TOMLDocument.Fault) -> TOMLTable {
        let start = self.cursor.place
        self.cursor.advance()
        self.cursor.skipBlanks()
        let table = self.tables.openInline(depth: depth)
        guard !self.cursor.take(TOMLByte.closeBrace) else { return self.tables.closeInline(table) }
        while true {
            self.cursor.skipBlanks()
            guard self.cursor.current != TOMLByte.closeBrace else { throw self.fault(.lastComma) }
            try self.checkInline(start)
            try self.readPair(of: table)
            self.cursor.skipBlanks()
            if self.cursor.take(TOMLByte.comma) { continue }
            if self.cursor.take(TOMLByte.closeBrace) { return self.tables.closeInline(table) }
            try self.checkInline(start)
            throw self.fault(.noInlineComma)
        }
    }

    private func checkInline(_ start: TOMLPlace) throws(TOMLDocument.Fault) {
        switch self.cursor.current {
        case nil, TOMLByte.lineFeed, TOMLByte.carriageReturn, TOMLByte.hash:
            throw self.fault(.openInlineTable, at: start)
        default: return
        }
    }

    private mutating func readScalar() throws(TOMLDocument.Fault) -> TOMLNode.Content {
        let place = self.cursor.place
        let start = self.cursor.position
        self.cursor.advance(while: Self.isScalar)
        guard self.cursor.position > start else { throw self.fault(.noValue) }
        // A space may separate a date from its time.
        if self.cursor.current == UInt8(ascii: " "),
            self.cursor.next(1)?.isASCIIDigit == true,
            TOMLTime.isDate(self.cursor.passed(since: start))
        {
            self.cursor.advance()
            self.cursor.advance(while: Self.isScalar)
        }
        let word = self.cursor.passed(since: start)
        do throws(TOMLMistake) { return try Self.scalar(word) } catch {
            throw self.fault(error, at: place)
        }
    }

    private static func isScalar(_ byte: UInt8) -> Bool {
        TOMLByte.isBare(byte) || byte == TOMLByte.plus || byte == TOMLByte.dot
            || byte == TOMLByte.colon
    }

    private static func scalar(_ word: ArraySlice<UInt8>) throws(TOMLMistake) -> TOMLNode.Content {
        if TOMLTime.looksLikeTime(word) {
            guard TOMLTime.isTime(word) else { throw .badTime }
            return .time(String(decoding: word, as: UTF8.self))
        }
        if let flag = Self.flags.first(where: { word.elementsEqual($0.word) }) {
            return .flag(flag.value)
        }
        return try TOMLNumber.content(word)
    }

    private static let flags = [("true", true), ("false", false)].map { word, value in
        (word: Array(word.utf8), value: value)
    }
}
