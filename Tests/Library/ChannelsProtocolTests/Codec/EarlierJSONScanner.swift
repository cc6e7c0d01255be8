@testable import ChannelsProtocol

// The reader of JSON before it was made faster, kept as it was: what it says of a text is what the
// reader has to say. See EnvelopeDifferenceTests.

/// Scans JSON text, byte by byte or eight at a time, and checks it against RFC 8259.
///
/// It allocates nothing and keeps only its position, so a message costs only what its reader takes
/// out of it. It does not recurse, because nesting may be hostile. Inside strings, bytes that are
/// not UTF-8 are accepted; they are repaired when a `String` is made.
struct EarlierJSONScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The byte to be read next.
    var position: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    var isAtEnd: Bool { self.position >= self.bytes.count }

    /// The byte at the position. The end reads as NUL, which is not valid JSON outside escapes, so
    /// no rule needs a second check.
    @inline(__always) var current: UInt8 { self.byte(at: self.position) }

    @inline(__always) func byte(at index: Int) -> UInt8 {
        index < self.bytes.count ? self.bytes[index] : 0
    }

    @inline(__always) mutating func skipWhitespace() {
        while self.current <= UInt8(ascii: " "), Self.isWhitespace(self.current) {
            self.position &+= 1
        }
    }

    private static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Checks that only white space remains.
    mutating func finish() throws(JSONError) {
        self.skipWhitespace()
        if !self.isAtEnd { throw JSONError(position: self.position, reason: .trailingBytes) }
    }

    /// The error for the byte at the position.
    func unexpected() -> JSONError {
        let reason: JSONError.Reason =
            self.isAtEnd ? .unexpectedEnd : .unexpectedByte(self.current)
        return JSONError(position: self.position, reason: reason)
    }

    mutating func expect(_ byte: UInt8) throws(JSONError) {
        guard self.current == byte else { throw self.unexpected() }
        self.position &+= 1
    }
}

extension EarlierJSONScanner {
    /// Skips a string; the position is at its opening quote.
    /// - Returns: the range of its contents, without the quotes.
    mutating func skipString() throws(JSONError) -> Range<Int> {
        self.position &+= 1
        let start = self.position
        while true {
            self.skipPlainBytesAndEscapedQuotes()
            switch self.current {
            case UInt8(ascii: "\""):
                self.position &+= 1
                return start..<(self.position &- 1)
            case UInt8(ascii: "\\"):
                try self.skipEscape()
            default:
                guard !self.isAtEnd else { throw self.unexpected() }
                throw JSONError(position: self.position, reason: .controlCharacter(self.current))
            }
        }
    }

    /// Skips an escape; the position is at its backslash.
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

    /// Whether a backslash and this letter form a complete escape.
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

    /// The code unit of `\uXXXX`; `nil` if there is no such escape.
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

    /// Skips a number.
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

    /// Skips one or more digits.
    private mutating func skipDigits() throws(JSONError) {
        let start = self.position
        while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self.current) {
            self.position &+= 1
        }
        if self.position == start {
            throw JSONError(position: start, reason: .badNumber)
        }
    }

    mutating func skipLiteral(
        _ literal: StaticString, _ value: JSON
    ) throws(JSONError) -> JSON {
        for offset in 0..<literal.utf8CodeUnitCount {
            try self.expect(literal.utf8Start[offset])
        }
        return value
    }
}

extension EarlierJSONScanner {
    /// Skips a value, after white space.
    /// - Parameter depth: how many arrays and objects enclose it.
    /// - Returns: its range.
    mutating func skipValue(depth: Int = 0) throws(JSONError) -> Range<Int> {
        self.skipWhitespace()
        let start = self.position
        // Most values of a message are strings.
        if self.current == UInt8(ascii: "\"") {
            _ = try self.skipString()
        } else {
            var ignorer = EarlierJSONIgnorer()
            try self.readValue(&ignorer, depth: depth)
        }
        return start..<self.position
    }

    /// Skips a value, after white space, and reports its parts to a receiver.
    mutating func readValue(
        _ receiver: inout some JSONReceiver, depth: Int = 0
    ) throws(JSONError) {
        var containers: [JSONContainer] = []
        repeat {
            self.skipWhitespace()
            if let container = try self.readScalarOrOpening(&receiver) {
                guard depth &+ containers.count < JSON.depthLimit else {
                    throw JSONError(position: self.position &- 1, reason: .tooDeep)
                }
                containers.append(container)
                self.skipWhitespace()
                if self.current != container.closingByte {
                    if container == .object { try self.readKey(&receiver) }
                    continue
                }
            }
            try self.readClosings(&containers, &receiver)
        } while !containers.isEmpty
    }

    /// - Returns: the container that was opened; `nil` for a scalar.
    private mutating func readScalarOrOpening(
        _ receiver: inout some JSONReceiver
    ) throws(JSONError) -> JSONContainer? {
        switch self.current {
        case UInt8(ascii: "\""): receiver.string(try self.skipString())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let start = self.position
            try self.skipNumber()
            receiver.number(start..<self.position)
        case UInt8(ascii: "{"): return self.open(.object, &receiver)
        case UInt8(ascii: "["): return self.open(.array, &receiver)
        case UInt8(ascii: "t"): receiver.literal(try self.skipLiteral("true", .bool(true)))
        case UInt8(ascii: "f"): receiver.literal(try self.skipLiteral("false", .bool(false)))
        case UInt8(ascii: "n"): receiver.literal(try self.skipLiteral("null", .null))
        default: throw self.unexpected()
        }
        return nil
    }

    private mutating func open(
        _ container: JSONContainer, _ receiver: inout some JSONReceiver
    ) -> JSONContainer {
        self.position &+= 1
        receiver.open(container)
        return container
    }

    /// Skips what may follow a value inside containers: their ends, and the comma (and key) before
    /// the next value.
    private mutating func readClosings(
        _ containers: inout [JSONContainer], _ receiver: inout some JSONReceiver
    ) throws(JSONError) {
        while let container = containers.last {
            self.skipWhitespace()
            if self.current == container.closingByte {
                self.position &+= 1
                containers.removeLast()
                receiver.close(container)
            } else {
                try self.expect(UInt8(ascii: ","))
                if container == .object { try self.readKey(&receiver) }
                return
            }
        }
    }

    private mutating func readKey(_ receiver: inout some JSONReceiver) throws(JSONError) {
        receiver.key(try self.skipKey())
    }

    /// Skips a key and its colon.
    private mutating func skipKey() throws(JSONError) -> Range<Int> {
        self.skipWhitespace()
        guard self.current == UInt8(ascii: "\"") else { throw self.unexpected() }
        let contents = try self.skipString()
        self.skipWhitespace()
        try self.expect(UInt8(ascii: ":"))
        return contents
    }

    /// Skips an object and passes on its members: the contents of the key, and the value. The
    /// position is at the opening brace.
    @inline(__always)
    mutating func readMembers(
        depth: Int = 0, _ body: (_ key: Range<Int>, _ value: Range<Int>) -> Void
    ) throws(JSONError) {
        try self.expect(UInt8(ascii: "{"))
        self.skipWhitespace()
        if self.current != UInt8(ascii: "}") {
            while true {
                let key = try self.skipKey()
                body(key, try self.skipValue(depth: depth &+ 1))
                self.skipWhitespace()
                guard self.current == UInt8(ascii: ",") else { break }
                self.position &+= 1
            }
        }
        try self.expect(UInt8(ascii: "}"))
    }

    /// Skips an array and passes on its elements. The position is at the opening bracket.
    mutating func readElements(
        depth: Int = 0, _ body: (_ element: Range<Int>) -> Void
    ) throws(JSONError) {
        try self.expect(UInt8(ascii: "["))
        self.skipWhitespace()
        if self.current != UInt8(ascii: "]") {
            while true {
                body(try self.skipValue(depth: depth &+ 1))
                self.skipWhitespace()
                guard self.current == UInt8(ascii: ",") else { break }
                self.position &+= 1
            }
        }
        try self.expect(UInt8(ascii: "]"))
    }
}

/// Ignores everything: for checking only.
private struct EarlierJSONIgnorer: JSONReceiver {
    func key(_ contents: Range<Int>) {}
    func string(_ contents: Range<Int>) {}
    func number(_ digits: Range<Int>) {}
    func literal(_ value: JSON) {}
    func open(_ container: JSONContainer) {}
    func close(_ container: JSONContainer) {}
}

/// Scanning of eight bytes at a time, as a word in which bytes are marked by their highest bits.
extension EarlierJSONScanner {
    /// Advances to the next quote, backslash or control character.
    @inline(__always) mutating func skipPlainBytes() {
        while let word = self.word(at: self.position) {
            let special =
                Self.marks(of: UInt8(ascii: "\""), in: word)
                | Self.marks(of: UInt8(ascii: "\\"), in: word) | Self.controlMarks(in: word)
            guard special == 0 else {
                self.position &+= special.trailingZeroBitCount >> 3
                return
            }
            self.position &+= 8
        }
        self.skipSinglePlainBytes()
    }

    /// Advances to the next quote, backslash or control character, skipping `\"`, which is frequent
    /// in JSON inside a string. The position is after the opening quote or after an escape.
    @inline(__always) mutating func skipPlainBytesAndEscapedQuotes() {
        // A backslash before the position belongs to an escape that was skipped.
        if self.byte(at: self.position &- 1) != UInt8(ascii: "\\") {
            while let word = self.word(at: self.position),
                let wordBefore = self.word(at: self.position &- 1)
            {
                // Every quote follows a backslash, and every backslash is followed by a quote.
                let quotes = Self.marks(of: UInt8(ascii: "\""), in: word)
                let escaped = Self.marks(of: UInt8(ascii: "\\"), in: wordBefore)
                guard (quotes ^ escaped) | Self.controlMarks(in: word) == 0 else { break }
                self.position &+= 8
            }
            if self.byte(at: self.position &- 1) == UInt8(ascii: "\\") { self.position &-= 1 }
        }
        self.skipPlainBytes()
    }

    /// Handles the last bytes of a text, fewer than eight.
    private mutating func skipSinglePlainBytes() {
        while self.position < self.bytes.count, !Self.isSpecial(self.bytes[self.position]) {
            self.position &+= 1
        }
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Eight bytes, the first one lowest; `nil` if there are fewer.
    @inline(__always) private func word(at index: Int) -> UInt64? {
        guard index &+ 8 <= self.bytes.count, let start = self.bytes.baseAddress else { return nil }
        let word = UnsafeRawPointer(start).loadUnaligned(fromByteOffset: index, as: UInt64.self)
        return UInt64(littleEndian: word)
    }

    private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// Marks each occurrence of a byte. Adding 0x7F to seven bits sets the eighth unless they are
    /// zero, and never carries over into the next byte.
    @inline(__always) private static func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
        let difference = word ^ (Self.ones &* UInt64(byte))
        return ~(((difference & ~Self.highBits) &+ ~Self.highBits) | difference) & Self.highBits
    }

    /// Marks the bytes below 0x20.
    @inline(__always) private static func controlMarks(in word: UInt64) -> UInt64 {
        ~(((word & ~Self.highBits) &+ (Self.ones &* 0x60)) | word) & Self.highBits
    }
}
