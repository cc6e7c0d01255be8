/// An unparsed JSON value: a range of bytes that were checked as a whole. If they are not JSON
/// after all, the properties are `nil`.
struct JSONSlice: Sendable {
    let bytes: [UInt8]
    private let place: Range<UInt32>
    private let framePlace: Range<UInt32>

    /// Without surrounding white space; empty if there is no value.
    var range: Range<Int> { Int(self.place.lowerBound)..<Int(self.place.upperBound) }
    /// `bytes` may contain other messages of the same read.
    var frameRange: Range<Int> {
        Int(self.framePlace.lowerBound)..<Int(self.framePlace.upperBound)
    }

    init(bytes: [UInt8], range: Range<Int>) {
        self.init(shared: bytes, range: range, frame: 0..<bytes.count)
    }

    @inline(__always)
    init(shared bytes: [UInt8], range: Range<Int>, frame: Range<Int>) {
        self.bytes = bytes
        let frame = frame.clamped(to: 0..<min(bytes.count, Int(UInt32.max)))
        let range = range.clamped(to: frame)
        self.framePlace = UInt32(frame.lowerBound)..<UInt32(frame.upperBound)
        self.place = UInt32(range.lowerBound)..<UInt32(range.upperBound)
    }

    var detached: JSONSlice {
        let frame = self.frameRange
        guard frame.count < self.bytes.count else { return self }
        let range = self.range
        return JSONSlice(
            bytes: Array(self.bytes[frame]),
            range: (range.lowerBound - frame.lowerBound)..<(range.upperBound - frame.lowerBound))
    }

    var trimmed: JSONSlice {
        guard self.range.count < self.bytes.count else { return self }
        return JSONSlice(bytes: Array(self.raw), range: 0..<self.range.count)
    }

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

    private var firstByte: UInt8 { self.raw.first ?? 0 }

    var rawText: String { String(decoding: self.raw, as: UTF8.self) }

    var string: String? { self.withStringContents { $0.text } }

    /// Servers write ids as strings or numbers.
    var stringOrDigits: String? { self.isNumber ? self.rawText : self.string }

    /// Exactly representable; a number, or a string that contains one.
    var integer: Int? { self.stringOrDigits.flatMap(JSONNumber.integer) }

    func withStringContents<Result>(_ body: (JSONStringContents) -> Result) -> Result? {
        guard self.isString else { return nil }
        let contents = (self.range.lowerBound + 1)..<(self.range.upperBound - 1)
        return self.bytes.withUnsafeBufferPointer {
            body(JSONStringContents(bytes: UnsafeBufferPointer(rebasing: $0[contents])))
        }
    }

    // MARK: Access

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

    var elements: [JSONSlice]? {
        self.bytes.withUnsafeBufferPointer { bytes in
            var scanner = self.scanner(of: bytes)
            var elements: [JSONSlice] = []
            let isArray: Void? = try? scanner.readElements { elements.append(self.part($0)) }
            return isArray.map { elements }
        }
    }

    /// The last one if the name is repeated; `nil` if it is missing or `null`.
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

    private func part(_ range: Range<Int>) -> JSONSlice {
        JSONSlice(shared: self.bytes, range: range, frame: self.frameRange)
    }

    private func scanner(of bytes: UnsafeBufferPointer<UInt8>) -> JSONScanner {
        JSONScanner(
            UnsafeBufferPointer(rebasing: bytes[..<self.range.upperBound]),
            at: self.range.lowerBound)
    }
}
