/// The positions of the values of an envelope; ranges of missing values are empty.
struct EnvelopeParts: Equatable {
    var event = 0..<0
    var channel = 0..<0
    var data = 0..<0
    var userID = 0..<0
    var isObject = false

    /// Checks a whole message and finds its values.
    init(_ frame: [UInt8]) throws(JSONError) {
        try frame.withUnsafeBufferPointer { (bytes) throws(JSONError) in
            var scanner = JSONScanner(bytes)
            try self.read(&scanner)
        }
    }

    /// Checks a whole message in a larger buffer; `nil` if it is not a JSON object.
    @inline(__always)
    init?(ordinary buffer: UnsafeBufferPointer<UInt8>, _ frame: Range<Int>) {
        var scanner = JSONScanner(
            UnsafeBufferPointer(rebasing: buffer[..<frame.upperBound]), at: frame.lowerBound,
            readable: buffer.count)
        do throws(JSONError) {
            try self.read(&scanner)
        } catch {
            return nil
        }
        guard self.isObject else { return nil }
    }

    /// Reads the members. The last of several equal keys is used, as in JavaScript.
    @inline(__always)
    private mutating func read(_ scanner: inout JSONScanner) throws(JSONError) {
        scanner.skipWhitespace()
        self.isObject = scanner.current == UInt8(ascii: "{")
        if self.isObject {
            let bytes = scanner.bytes
            try scanner.readMembers { key, value in
                self.note(value, under: UnsafeBufferPointer(rebasing: bytes[key]))
            }
        } else {
            _ = try scanner.skipValue()
        }
        try scanner.finish()
    }

    /// Compares keys by words: this is done several times for every event.
    @inline(__always)
    private mutating func note(_ value: Range<Int>, under key: UnsafeBufferPointer<UInt8>) {
        let bytes = UnsafeRawBufferPointer(key)
        switch key.count {
        case 4 where bytes.says("data"): self.data = value
        case 5 where bytes.says("event"): self.event = value
        case 7 where bytes.says("channel"): self.channel = value
        case 7 where bytes.says("user_id"): self.userID = value
        default:
            // A letter that is written as an escape takes six bytes.
            if key.count > 7, key.contains(UInt8(ascii: "\\")) { self.noteUnusual(value, key) }
        }
    }

    /// Keys may be written with escapes.
    @inline(never)
    private mutating func noteUnusual(_ value: Range<Int>, _ key: UnsafeBufferPointer<UInt8>) {
        let key = JSONStringContents(bytes: key)
        if key.says("event") {
            self.event = value
        } else if key.says("channel") {
            self.channel = value
        } else if key.says("data") {
            self.data = value
        } else if key.says("user_id") {
            self.userID = value
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether these bytes are a text of four to eight bytes: its first four and its last four.
    @inline(__always)
    fileprivate func says(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        let expected = UnsafeRawPointer(text.utf8Start)
        return self.loadUnaligned(as: UInt32.self) == expected.loadUnaligned(as: UInt32.self)
            && self.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
                == expected.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
    }
}
