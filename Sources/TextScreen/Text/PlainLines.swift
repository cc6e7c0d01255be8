/// Lines of plain text as bytes, as `PlainOutput.line` makes them: what the program writes to
/// standard output. Nothing gets in without being made safe, so nothing checks it afterwards.
package struct PlainLines: Hashable, Sendable {
    /// The lines, each with a line feed at its end.
    package private(set) var bytes: [UInt8] = []
    private let sanitizer: Sanitizer

    /// - Parameter alphabet: the characters that are not escaped.
    package init(alphabet: SafeText.Alphabet = .unicode) {
        self.sanitizer = Sanitizer(style: .reveal, alphabet: alphabet)
    }

    /// Each line of a text.
    package init(_ text: String, alphabet: SafeText.Alphabet = .unicode) {
        self.init(alphabet: alphabet)
        var text = text
        text.withUTF8 { bytes in
            self.bytes.reserveCapacity(bytes.count + 1)
            for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
                self.append(sanitizing: line)
                self.endLine()
            }
        }
    }

    /// Makes room for this many bytes.
    package mutating func reserveCapacity(_ count: Int) { self.bytes.reserveCapacity(count) }

    /// Whether there is no line.
    package var isEmpty: Bool { self.bytes.isEmpty }

    /// The lines as one string, without the line feed at the end.
    package var string: String {
        String(
            decoding: self.bytes.last == 0x0A ? self.bytes.dropLast() : self.bytes[...],
            as: UTF8.self)
    }

    /// Untrusted bytes as they stand in these lines, for a text that is appended often.
    package func text(sanitizing bytes: some Sequence<UInt8>) -> SafeText {
        bytes.withContiguousStorageIfAvailable { self.sanitizer.text(from: $0, limit: .max - 1) }
            ?? Array(bytes).withUnsafeBufferPointer {
                self.sanitizer.text(from: $0, limit: .max - 1)
            }
    }

    /// Continues the line with untrusted bytes. A line feed among them is escaped, like everything
    /// else that is not plain text.
    package mutating func append(sanitizing bytes: some Sequence<UInt8>) {
        let isPlain: Void? = bytes.withContiguousStorageIfAvailable { bytes in
            if Sanitizer.countOfPlainBytes(in: bytes) == bytes.count {
                self.bytes.append(contentsOf: bytes)
            } else {
                self.append(self.sanitizer.text(from: bytes, limit: .max - 1))
            }
        }
        if isPlain == nil { self.append(self.text(sanitizing: bytes)) }
    }

    /// Continues the line with a safe text.
    package mutating func append(_ text: SafeText) { self.bytes.append(contentsOf: text.utf8) }

    /// Ends the line.
    package mutating func endLine() { self.bytes.append(0x0A) }
}
