import CChannelsTextScan

/// The contents of a JSON string, without quotes and with escapes. They may be cut anywhere.
/// Invalid escapes are left out; half of a surrogate pair becomes U+FFFD.
struct JSONStringContents {
    let bytes: UnsafeBufferPointer<UInt8>

    var text: String {
        var scanner = JSONScanner(self.bytes)
        scanner.skipPlainBytes()
        guard !scanner.isAtEnd else { return String(decoding: self.bytes, as: UTF8.self) }
        return String(unsafeUninitializedCapacity: self.bytes.count) { self.unescape(to: $0) }
    }

    func unescaped() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: self.bytes.count) { $1 = self.unescape(to: $0) }
    }

    var unescapedCount: Int {
        var counter = Counter()
        self.unescape(into: &counter)
        return counter.count
    }

    func hasText(_ text: String) -> Bool {
        let found = text.utf8.withContiguousStorageIfAvailable { self.bytes.elementsEqual($0) }
        if found == true { return true }
        return self.bytes.contains(UInt8(ascii: "\\")) && self.text.hasSameBytes(as: text)
    }

    /// - Parameter memory: as long as the contents, because no escape is shorter than its
    ///   character.
    func unescape(to memory: UnsafeMutableBufferPointer<UInt8>) -> Int {
        guard let start = self.bytes.baseAddress, let room = memory.baseAddress,
            memory.count >= self.bytes.count
        else { return 0 }
        let progress = text_unescape(start, self.bytes.count, room)
        guard progress.read < self.bytes.count else { return progress.written }
        // There is an escape of a code unit, or one that is invalid.
        var output = Output(memory: memory, count: progress.written)
        self.unescape(from: progress.read, into: &output)
        return output.count
    }

    private func unescape(from start: Int = 0, into sink: inout some Sink) {
        var scanner = JSONScanner(self.bytes, at: start)
        while !scanner.isAtEnd {
            let start = scanner.position
            scanner.skipPlainBytes()
            sink.append(UnsafeBufferPointer(rebasing: self.bytes[start..<scanner.position]))
            guard !scanner.isAtEnd else { return }
            scanner.position &+= self.unescapeOne(at: scanner.position, into: &sink)
        }
    }

    /// Copies unescaped quotes and control characters.
    /// - Returns: how many bytes of the contents were read, at least one.
    private func unescapeOne(at position: Int, into sink: inout some Sink) -> Int {
        guard self.bytes[position] == UInt8(ascii: "\\") else {
            sink.append(Unicode.Scalar(self.bytes[position]))
            return 1
        }
        guard position &+ 1 < self.bytes.count else { return 1 }
        guard let escape = JSONEscapes.escape(in: self.bytes, at: position) else { return 2 }
        sink.append(escape.scalar)
        return escape.length
    }
}

package enum JSONEscapes {
    /// The character and its length in bytes; U+FFFD for a lone surrogate, `nil` if there is no
    /// escape.
    package static func escape(
        in bytes: UnsafeBufferPointer<UInt8>, at position: Int
    ) -> (scalar: Unicode.Scalar, length: Int)? {
        let scanner = JSONScanner(bytes, at: position)
        if let meaning = Self.meaning(ofLetter: scanner.byte(at: position &+ 1)) {
            return (Unicode.Scalar(meaning), 2)
        }
        guard let unit = scanner.codeUnit(at: position) else { return nil }
        if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
        guard UTF16.isLeadSurrogate(unit), let second = scanner.codeUnit(at: position &+ 6),
            UTF16.isTrailSurrogate(second)
        else { return (Self.replacement, 6) }
        let value = 0x10000 + UInt32(unit & 0x3FF) << 10 + UInt32(second & 0x3FF)
        return (Unicode.Scalar(value) ?? Self.replacement, 12)
    }

    private static let replacement: Unicode.Scalar = "\u{FFFD}"

    private static func meaning(ofLetter letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }
}

// MARK: Output

extension JSONStringContents {
    private protocol Sink {
        mutating func append(_ run: UnsafeBufferPointer<UInt8>)
        mutating func append(_ scalar: Unicode.Scalar)
    }

    private struct Output: Sink {
        let memory: UnsafeMutableBufferPointer<UInt8>
        var count: Int

        mutating func append(_ run: UnsafeBufferPointer<UInt8>) {
            let count = min(run.count, self.memory.count &- self.count)
            guard count > 0 else { return }
            let place = self.count..<(self.count &+ count)
            _ = UnsafeMutableBufferPointer(rebasing: self.memory[place])
                .initialize(from: run.prefix(count))
            self.count &+= count
        }

        mutating func append(_ scalar: Unicode.Scalar) {
            if scalar.isASCII {
                self.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    self.append(byte)
                }
            }
        }

        private mutating func append(_ byte: UInt8) {
            guard self.count < self.memory.count else { return }
            self.memory.initializeElement(at: self.count, to: byte)
            self.count &+= 1
        }
    }

    private struct Counter: Sink {
        var count = 0

        mutating func append(_ run: UnsafeBufferPointer<UInt8>) { self.count &+= run.count }
        mutating func append(_ scalar: Unicode.Scalar) { self.count &+= UTF8.width(scalar) }
    }
}
