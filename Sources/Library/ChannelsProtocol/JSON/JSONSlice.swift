/// A JSON value that has not been parsed: a range of bytes in a string that was checked as a whole.
///
/// Nothing is parsed before it is needed. If the bytes are not JSON after all, the properties are
/// `nil`.
struct JSONSlice: Sendable {
    let bytes: [UInt8]
    private let place: Range<UInt32>
    private let framePlace: Range<UInt32>

    /// Without surrounding white space; empty if there is no value.
    var range: Range<Int> { Int(self.place.lowerBound)..<Int(self.place.upperBound) }
    /// The message that the value is part of. `bytes` may contain others, which came in the same
    /// read.
    var frameRange: Range<Int> {
        Int(self.framePlace.lowerBound)..<Int(self.framePlace.upperBound)
    }

    init(bytes: [UInt8], range: Range<Int>) {
        self.init(shared: bytes, range: range, frame: 0..<bytes.count)
    }

    /// Creates a value in one of several messages. Messages are far shorter than 4 GiB.
    @inline(__always)
    init(shared bytes: [UInt8], range: Range<Int>, frame: Range<Int>) {
        self.bytes = bytes
        let frame = frame.clamped(to: 0..<min(bytes.count, Int(UInt32.max)))
        let range = range.clamped(to: frame)
        self.framePlace = UInt32(frame.lowerBound)..<UInt32(frame.upperBound)
        self.place = UInt32(range.lowerBound)..<UInt32(range.upperBound)
    }

    /// The same value in a copy of its message alone.
    var detached: JSONSlice {
        let frame = self.frameRange
        guard frame.count < self.bytes.count else { return self }
        let range = self.range
        return JSONSlice(
            bytes: Array(self.bytes[frame]),
            range: (range.lowerBound - frame.lowerBound)..<(range.upperBound - frame.lowerBound))
    }

    /// The same value in its own copy bytes, without its message.
    var trimmed: JSONSlice {
        guard self.range.count < self.bytes.count else { return self }
        return JSONSlice(bytes: Array(self.raw), range: 0..<self.range.count)
    }

    /// Checks a whole text and refers to its value.
    init(checking bytes: [UInt8]) throws(JSONError) {
        let range = try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
            var scanner = JSONScanner(bytes)
            let range = try scanner.skipValue()
            try scanner.finish()
            return range
        }
        self.init(bytes: bytes, range: range)
    }

    var raw: ArraySlice<UInt8> { self.bytes[self.range] }
    /// Whether there is no value at all.
    var isAbsent: Bool { self.range.isEmpty }
    var isNull: Bool { self.firstByte == UInt8(ascii: "n") }
    var isString: Bool { self.firstByte == UInt8(ascii: "\"") && self.range.count > 1 }
    var isObject: Bool { self.firstByte == UInt8(ascii: "{") }
    var isArray: Bool { self.firstByte == UInt8(ascii: "[") }

    var isNumber: Bool {
        switch self.firstByte {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }

    /// NUL if there is no value.
    private var firstByte: UInt8 { self.raw.first ?? 0 }

    /// The JSON text as it was sent.
    var rawText: String { String(decoding: self.raw, as: UTF8.self) }

    /// The contents of a string.
    var string: String? { self.withStringContents { $0.text } }

    /// A string, or the digits of a number: servers write ids as either.
    var stringOrDigits: String? { self.isNumber ? self.rawText : self.string }

    /// A whole number that is exactly representable, or a string that contains one.
    var integer: Int? { self.stringOrDigits.flatMap(JSONNumber.integer) }

    /// Calls a closure with the contents of a string; `nil` if it is not a string.
    func withStringContents<Result>(_ body: (JSONStringContents) -> Result) -> Result? {
        guard self.isString else { return nil }
        let contents = (self.range.lowerBound + 1)..<(self.range.upperBound - 1)
        return self.bytes.withUnsafeBufferPointer {
            body(JSONStringContents(bytes: UnsafeBufferPointer(rebasing: $0[contents])))
        }
    }

    // MARK: Access

    /// The members of an object, in order; `nil` if it is not an object.
    var members: [(key: String, value: JSONSlice)]? {
        self.bytes.withUnsafeBufferPointer { bytes in
            var scanner = self.scanner(of: bytes)
            var members: [(key: String, value: JSONSlice)] = []
            let isObject: Void? = try? scanner.readMembers { key, value in
                let key = JSONStringContents(bytes: UnsafeBufferPointer(rebasing: bytes[key]))
                members.append((key.text, self.part(value)))
            }
            return isObject.map { members }
        }
    }

    /// The elements of an array, in order; `nil` if it is not an array.
    var elements: [JSONSlice]? {
        self.bytes.withUnsafeBufferPointer { bytes in
            var scanner = self.scanner(of: bytes)
            var elements: [JSONSlice] = []
            let isArray: Void? = try? scanner.readElements { elements.append(self.part($0)) }
            return isArray.map { elements }
        }
    }

    /// A member of an object, the last one if the name is repeated; `nil` if it is missing or
    /// `null`.
    subscript(name: String) -> JSONSlice? {
        let range: Range<Int>? = self.bytes.withUnsafeBufferPointer { bytes in
            var scanner = self.scanner(of: bytes)
            var found: Range<Int>?
            try? scanner.readMembers { key, value in
                let key = JSONStringContents(bytes: UnsafeBufferPointer(rebasing: bytes[key]))
                if key.hasText(name) { found = value }
            }
            return found
        }
        return range.map { self.part($0) }.flatMap { $0.isNull ? nil : $0 }
    }

    /// Another value of the same message.
    private func part(_ range: Range<Int>) -> JSONSlice {
        JSONSlice(shared: self.bytes, range: range, frame: self.frameRange)
    }

    /// A scanner at the start of the value, which ends with it.
    private func scanner(of bytes: UnsafeBufferPointer<UInt8>) -> JSONScanner {
        JSONScanner(
            UnsafeBufferPointer(rebasing: bytes[..<self.range.upperBound]),
            at: self.range.lowerBound)
    }
}
