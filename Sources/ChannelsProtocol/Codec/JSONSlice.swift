/// A JSON value that has not been parsed: a range of bytes in a text that was checked as a whole.
///
/// Nothing is parsed before it is needed. If the bytes are not JSON after all, the properties are
/// `nil`.
struct JSONSlice: Sendable {
    let bytes: [UInt8]
    /// Without surrounding white space; empty if there is no value.
    let range: Range<Int>

    init(bytes: [UInt8], range: Range<Int>) {
        self.bytes = bytes
        self.range = range.clamped(to: 0..<bytes.count)
    }

    /// Checks a whole text and refers to its value.
    init(checking bytes: [UInt8]) throws(JSONError) {
        self.bytes = bytes
        self.range = try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
            var scanner = JSONScanner(bytes)
            let range = try scanner.skipValue()
            try scanner.finish()
            return range
        }
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
            var scanner = JSONScanner(bytes, at: self.range.lowerBound)
            var members: [(key: String, value: JSONSlice)] = []
            let isObject: Void? = try? scanner.readMembers { key, value in
                let key = JSONStringContents(bytes: UnsafeBufferPointer(rebasing: bytes[key]))
                members.append((key.text, JSONSlice(bytes: self.bytes, range: value)))
            }
            return isObject.map { members }
        }
    }

    /// The elements of an array, in order; `nil` if it is not an array.
    var elements: [JSONSlice]? {
        self.bytes.withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes, at: self.range.lowerBound)
            var elements: [JSONSlice] = []
            let isArray: Void? = try? scanner.readElements {
                elements.append(JSONSlice(bytes: self.bytes, range: $0))
            }
            return isArray.map { elements }
        }
    }

    /// A member of an object, the last one if the name is repeated; `nil` if it is missing or
    /// `null`.
    subscript(name: String) -> JSONSlice? {
        let range: Range<Int>? = self.bytes.withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes, at: self.range.lowerBound)
            var found: Range<Int>?
            try? scanner.readMembers { key, value in
                let key = JSONStringContents(bytes: UnsafeBufferPointer(rebasing: bytes[key]))
                if key.says(name) { found = value }
            }
            return found
        }
        return range.map { JSONSlice(bytes: self.bytes, range: $0) }.flatMap {
            $0.isNull ? nil : $0
        }
    }
}
