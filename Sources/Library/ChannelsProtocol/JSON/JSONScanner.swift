import CChannelsTextScan

/// Scans JSON text, byte by byte or many at a time, and checks it against RFC 8259.
///
/// It allocates nothing and keeps only its position, so a message costs only what its reader takes
/// out of it. It does not recurse, because nesting may be hostile. Inside strings, bytes that are
/// not UTF-8 are accepted; they are repaired when a `String` is made.
struct JSONScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    /// Whole blocks may be loaded up to here, more than the count of `bytes` in a larger buffer.
    /// Bytes beyond it never count as text.
    let readable: Int
    var position: Int

    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0, readable: Int = 0) {
        self.bytes = bytes
        self.readable = max(readable, bytes.count)
        self.position = position
    }

    var isAtEnd: Bool { self.position >= self.bytes.count }

    /// The end reads as NUL, which is not valid JSON outside escapes, so no rule needs a second
    /// check.
    @inline(__always) var current: UInt8 { self.byte(at: self.position) }

    @inline(__always) func byte(at index: Int) -> UInt8 {
        index < self.bytes.count ? self.bytes[index] : 0
    }

    @inline(__always) mutating func skipWhitespace() {
        if self.current <= UInt8(ascii: " ") { self.skipSomeWhitespace() }
    }

    /// Not inlined: most servers write no white space.
    @inline(never) private mutating func skipSomeWhitespace() {
        while Self.isWhitespace(self.current) { self.position &+= 1 }
    }

    private static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Seven to sixteen bytes, compared by two words: the first and the last.
    @inline(__always) mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard self.bytes.count &- self.position >= count else { return false }
        let next = UnsafeRawBufferPointer(self.bytes)
        let expected = UnsafeRawBufferPointer(start: text.utf8Start, count: count)
        let isNext =
            count >= 8
            ? next.hasSameEnds(as: expected, at: self.position, wordsOf: UInt64.self)
            : next.hasSameEnds(as: expected, at: self.position, wordsOf: UInt32.self)
        if isNext { self.position &+= count }
        return isNext
    }

    @inline(__always) mutating func finish() throws(JSONError) {
        self.skipWhitespace()
        if !self.isAtEnd { throw JSONError(position: self.position, reason: .trailingBytes) }
    }

    @inline(never) func unexpected() -> JSONError {
        let reason: JSONError.Reason =
            self.isAtEnd ? .unexpectedEnd : .unexpectedByte(self.current)
        return JSONError(position: self.position, reason: reason)
    }

    @inline(__always) mutating func expect(_ byte: UInt8) throws(JSONError) {
        guard self.current == byte else { throw self.unexpected() }
        self.position &+= 1
    }
}

extension UnsafeRawBufferPointer {
    @inline(__always)
    fileprivate func hasSameEnds<Word: FixedWidthInteger & BitwiseCopyable>(
        as text: Self, at offset: Int, wordsOf: Word.Type
    ) -> Bool {
        let last = text.count &- MemoryLayout<Word>.size
        return self.loadUnaligned(fromByteOffset: offset, as: Word.self)
            == text.loadUnaligned(as: Word.self)
            && self.loadUnaligned(fromByteOffset: offset &+ last, as: Word.self)
                == text.loadUnaligned(fromByteOffset: last, as: Word.self)
    }
}

extension JSONScanner {
    /// Advances to the next quote, backslash or control character.
    @inline(__always) mutating func skipPlainBytes() {
        self.position = text_plain_end(
            self.bytes.baseAddress, self.position, self.bytes.count, self.readable)
    }

    /// For JSON inside a string: stops where a quote does not follow a backslash, or a backslash is
    /// not followed by a quote.
    @inline(__always) mutating func skipPlainBytesAndEscapedQuotes() {
        self.position = text_quoted_end(
            self.bytes.baseAddress, self.position, self.bytes.count, self.readable)
    }
}

/// Receives what a scanner reads. Ranges of strings and keys exclude the quotes and include the
/// escapes.
protocol JSONReceiver {
    mutating func key(_ contents: Range<Int>)
    mutating func string(_ contents: Range<Int>)
    mutating func number(_ digits: Range<Int>)
    mutating func literal(_ value: JSONValue)
    mutating func open(_ container: JSONContainer)
    mutating func close(_ container: JSONContainer)
}

enum JSONContainer {
    case array, object

    var closingByte: UInt8 {
        switch self {
        case .array: UInt8(ascii: "]")
        case .object: UInt8(ascii: "}")
        }
    }
}
