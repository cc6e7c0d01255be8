import TextScreen

/// A text to look for, upper and lower case of ASCII letters alike.
struct Needle: Hashable, Sendable {
    /// As it was typed.
    let text: String
    private let bytes: [UInt8]

    init(_ text: String) {
        self.text = text
        self.bytes = text.utf8.map(\.lowercasedASCII)
    }

    /// The characters to highlight on the screen.
    var scalars: [Unicode.Scalar] { self.text.unicodeScalars.map(\.lowercasedASCII) }

    /// Whether the text occurs in a string.
    func occurs(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { self.occurs(in: $0) }
    }

    /// Whether the text occurs in bytes.
    func occurs(in bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { self.occurs(in: $0) }
    }

    private func occurs(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = self.bytes.first else { return true }
        guard self.bytes.count <= bytes.count else { return false }
        for start in 0...(bytes.count - self.bytes.count)
        where bytes[start].lowercasedASCII == first {
            if self.matches(bytes, at: start) { return true }
        }
        return false
    }

    private func matches(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        for offset in 1..<max(self.bytes.count, 1)
        where bytes[start + offset].lowercasedASCII != self.bytes[offset] {
            return false
        }
        return true
    }
}
