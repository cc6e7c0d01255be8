import ChannelsBasics

/// Plain text for standard output. It is sanitised when appended; nothing checks it afterwards.
package struct PlainLines: Sendable {
    private var memory: [UInt8] = []
    package private(set) var count = 0
    /// Counted as lines end, because counting line feeds afterwards took a third of the time of
    /// `tail`. Everything else that is appended contains none.
    package private(set) var lineCount = 0
    private let sanitizer: Sanitizer

    package init(alphabet: SafeText.Alphabet = .unicode) {
        self.sanitizer = Sanitizer(style: .reveal, alphabet: alphabet)
    }

    package init(like lines: PlainLines) { self.sanitizer = lines.sanitizer }

    package init(_ text: String, alphabet: SafeText.Alphabet = .unicode) {
        self.init(alphabet: alphabet)
        var text = text
        text.withUTF8 { bytes in
            self.reserve(bytes.count + 1)
            for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
                self.append(sanitizing: line)
                self.endLine()
            }
        }
    }

    /// Each line ends with a line feed.
    package var bytes: ArraySlice<UInt8> { self.memory[..<self.count] }

    package var isEmpty: Bool { self.count == 0 }

    package var string: String {
        let bytes = self.bytes
        return String(decoding: bytes.last == 0x0A ? bytes.dropLast() : bytes, as: UTF8.self)
    }

    package mutating func removeAll() { (self.count, self.lineCount) = (0, 0) }

    /// `count` must be where an append ended.
    package mutating func removeAll(from count: Int) {
        let count = min(max(count, 0), self.count)
        self.lineCount -= self.memory[count..<self.count].lineCount
        self.count = count
    }

    /// Sanitised once, for text that is appended often.
    package func text(sanitizing bytes: some Sequence<UInt8>) -> SafeText {
        bytes.withContiguousStorageIfAvailable { self.sanitizer.text(from: $0, limit: .max - 1) }
            ?? Array(bytes).withUnsafeBufferPointer {
                self.sanitizer.text(from: $0, limit: .max - 1)
            }
    }

    /// Line feeds are escaped too.
    package mutating func append(sanitizing bytes: some Sequence<UInt8>) {
        let isPlain: Bool? = bytes.withContiguousStorageIfAvailable { bytes in
            guard Sanitizer.countOfPlainBytes(in: bytes) == bytes.count else { return false }
            self.copy(bytes)
            return true
        }
        if isPlain != true { self.append(self.text(sanitizing: bytes)) }
    }

    /// Like `append(sanitizing:)`, but bytes are written in place and only copied if they have to
    /// be made safe.
    /// - Parameter fill: writes at most `capacity` bytes, and returns their number.
    package mutating func append(
        capacity: Int, sanitizing fill: (UnsafeMutableBufferPointer<UInt8>) -> Int
    ) {
        var unsafe: [UInt8]?
        self.fill(capacity) { room in
            let filled = fill(room)
            let text = UnsafeBufferPointer(rebasing: room[..<min(max(filled, 0), room.count)])
            if Sanitizer.countOfPlainBytes(in: text) == text.count { return text.count }
            unsafe = Array(text)
            return 0
        }
        if let unsafe { self.append(self.text(sanitizing: unsafe)) }
    }

    /// Appends bytes written in place, if all are printable ASCII.
    /// - Parameter fill: returns the number of bytes written; `nil` for nothing.
    /// - Returns: whether anything was appended.
    package mutating func appendIfPlain(
        capacity: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Int?
    ) -> Bool {
        let start = self.count
        self.fill(capacity) { room in
            guard let filled = fill(room), 0...room.count ~= filled else { return 0 }
            let text = UnsafeBufferPointer(rebasing: room[..<filled])
            return Sanitizer.countOfPlainBytes(in: text) == filled ? filled : 0
        }
        return self.count > start
    }

    private mutating func fill(
        _ capacity: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Int
    ) {
        let capacity = max(capacity, 0)
        self.reserve(capacity)
        let place = self.count..<(self.count + capacity)
        self.count += self.memory.withUnsafeMutableBufferPointer { memory in
            write(UnsafeMutableBufferPointer(rebasing: memory[place]))
        }
    }

    package mutating func append(_ lines: PlainLines) {
        lines.memory.withUnsafeBufferPointer {
            self.copy(UnsafeBufferPointer(rebasing: $0[..<lines.count]))
        }
        self.lineCount += lines.lineCount
    }

    package mutating func append(_ text: SafeText) {
        text.utf8.withUnsafeBufferPointer { self.copy($0) }
    }

    /// The JSON writer has escaped what is not plain text; if the lines are ASCII, other characters
    /// are escaped too.
    package mutating func append(_ json: SafeJSONWriter) {
        if self.sanitizer.alphabet == .unicode {
            return json.bytes.withUnsafeBufferPointer { self.copy($0) }
        }
        for scalar in String(decoding: json.bytes, as: UTF8.self).unicodeScalars {
            if scalar.isASCII {
                self.append(byte: UInt8(truncatingIfNeeded: scalar.value))
            } else {
                self.append(sanitizing: JSONEscape.text(of: scalar).utf8)
            }
        }
    }

    package mutating func append(number: Int) {
        var digits = String(number)
        digits.withUTF8 { self.copy($0) }
    }

    package mutating func append(_ color: LineColor) {
        for byte in color.sequence.utf8 { self.append(byte: byte) }
    }

    package mutating func appendSpace() { self.append(byte: 0x20) }

    package mutating func appendTab() { self.append(byte: 0x09) }

    package mutating func endLine() {
        self.append(byte: 0x0A)
        self.lineCount += 1
    }

    private mutating func append(byte: UInt8) {
        self.reserve(1)
        self.memory[self.count] = byte
        self.count += 1
    }

    private mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.reserve(bytes.count)
        let place = self.count..<(self.count + bytes.count)
        self.memory.withUnsafeMutableBufferPointer { memory in
            _ = UnsafeMutableBufferPointer(rebasing: memory[place]).update(fromContentsOf: bytes)
        }
        self.count += bytes.count
    }

    /// At least doubles the memory, so that it is seldom moved.
    private mutating func reserve(_ more: Int) {
        let missing = self.count + more - self.memory.count
        guard missing > 0 else { return }
        self.memory.append(contentsOf: repeatElement(0, count: max(missing, self.memory.count, 64)))
    }
}

extension PlainLines: Hashable {
    package static func == (left: PlainLines, right: PlainLines) -> Bool {
        left.bytes == right.bytes && left.sanitizer == right.sanitizer
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(self.bytes) }
}

/// A colour in plain lines. The terminal's palette decides how it looks (ECMA-48, SGR).
package enum LineColor: Hashable, Sendable, CaseIterable {
    case normal
    case dim, bold, red, green, yellow, cyan

    fileprivate var sequence: String {
        switch self {
        case .normal: "\u{1B}[0m"
        case .dim: "\u{1B}[0;2m"
        case .bold: "\u{1B}[0;1m"
        case .red: "\u{1B}[0;31m"
        case .green: "\u{1B}[0;32m"
        case .yellow: "\u{1B}[0;33m"
        case .cyan: "\u{1B}[0;36m"
        }
    }
}

extension ArraySlice<UInt8> {
    package var lineCount: Int {
        self.withUnsafeBytes { bytes in
            let width = MemoryLayout<SIMD32<UInt8>>.size
            let whole = bytes.count / width * width
            var count = 0
            for start in stride(from: 0, to: whole, by: width) {
                let block = bytes.loadUnaligned(fromByteOffset: start, as: SIMD32<UInt8>.self)
                let ends = SIMD32<UInt8>.zero.replacing(with: .one, where: block .== 0x0A)
                count += Int(ends.wrappedSum())
            }
            return count + bytes[whole...].count { $0 == 0x0A }
        }
    }
}
