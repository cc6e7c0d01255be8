extension EventData {
    package enum Step: Hashable, Sendable {
        /// By name; the last one if there are several.
        case member(String)
        case element(Int)
    }

    /// `nil` if there is no value, or the text is not JSON; `null` is a value. No tree is built:
    /// each step scans the value that it enters once.
    package func value(at path: [Step]) -> EventData? {
        switch self.storage {
        case .text(let text), .json(.string(let text)):
            return Self.value(at: path, in: JSONSlice(whole: Array(text.utf8)))
        case .json(let json):
            return Self.value(at: path, in: JSONSlice(whole: Array(json.compactText.utf8)))
        case .slice(let slice):
            let inside = slice.withStringContents { JSONSlice(whole: $0.unescaped()) }
            return Self.value(at: path, in: inside ?? slice)
        }
    }

    private static func value(at path: [Step], in slice: JSONSlice) -> EventData? {
        let range: Range<Int>? = slice.bytes.withUnsafeBufferPointer { bytes in
            let bytes = UnsafeBufferPointer(rebasing: bytes[..<slice.range.upperBound])
            var scanner = JSONScanner(bytes, at: slice.range.lowerBound)
            do {
                return try scanner.wholeValue(at: path)
            } catch {
                return nil
            }
        }
        return range.map {
            EventData(JSONSlice(shared: slice.bytes, range: $0, frame: slice.frameRange))
        }
    }
}

extension JSONSlice {
    fileprivate init(whole bytes: [UInt8]) {
        self.init(bytes: bytes, range: 0..<bytes.count)
    }
}

extension JSONScanner {
    fileprivate mutating func wholeValue(
        at path: [EventData.Step]
    ) throws(JSONError) -> Range<Int>? {
        guard let first = path.first else {
            let range = try self.skipValue()
            try self.finish()
            return range
        }
        var found = try self.skipContainer(lookingFor: first)
        try self.finish()
        for step in path.dropFirst() {
            guard let range = found else { return nil }
            var inner = JSONScanner(self.bytes, at: range.lowerBound)
            found = try inner.skipContainer(lookingFor: step)
        }
        return found
    }

    private mutating func skipContainer(
        lookingFor step: EventData.Step
    ) throws(JSONError) -> Range<Int>? {
        self.skipWhitespace()
        var found: Range<Int>?
        switch step {
        case .member(let name):
            guard self.current == UInt8(ascii: "{") else { return try self.skipOther() }
            let bytes = self.bytes
            try self.readMembers { key, value in
                let key = JSONStringContents(bytes: UnsafeBufferPointer(rebasing: bytes[key]))
                if key.hasText(name) { found = value }
            }
        case .element(let index):
            guard self.current == UInt8(ascii: "[") else { return try self.skipOther() }
            var position = 0
            try self.readElements { element in
                if position == index { found = element }
                position &+= 1
            }
        }
        return found
    }

    private mutating func skipOther() throws(JSONError) -> Range<Int>? {
        _ = try self.skipValue()
        return nil
    }
}
