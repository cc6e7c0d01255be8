/// A pattern with `*` for any number of characters and `?` for one, matched on bytes, upper and
/// lower case alike. It takes time in proportion to pattern times text at worst: nothing that a
/// hostile text could stop for ever.
struct Wildcard: Hashable, Sendable {
    private let pattern: [UInt8]

    init(_ text: String) {
        self.pattern = text.utf8.map(\.lowercasedASCII)
    }

    /// Whether the whole text has the form of the pattern.
    func matches(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { self.matches($0) }
    }

    private func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = 0
        var position = 0
        // Where to go on when what follows the last star does not fit: one character later.
        var retry: (place: Int, position: Int)?
        while position < text.count {
            if place < self.pattern.count, self.pattern[place] == UInt8(ascii: "*") {
                place += 1
                retry = (place, position)
            } else if place < self.pattern.count,
                let length = self.length(of: text, at: position, matching: self.pattern[place])
            {
                place += 1
                position += length
            } else if let again = retry {
                retry = (again.place, again.position + 1)
                (place, position) = (again.place, again.position + 1)
            } else {
                return false
            }
        }
        return self.pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }

    /// How many bytes of the text one byte of the pattern takes; `nil` when it does not match.
    private func length(
        of text: UnsafeBufferPointer<UInt8>, at position: Int, matching byte: UInt8
    ) -> Int? {
        guard byte == UInt8(ascii: "?") else {
            return text[position].lowercasedASCII == byte ? 1 : nil
        }
        var end = position + 1
        // One character is its first byte and all that continue it.
        while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
        return end - position
    }
}

extension UInt8 {
    /// The letter in lower case when it is an ASCII one; else unchanged.
    var lowercasedASCII: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
