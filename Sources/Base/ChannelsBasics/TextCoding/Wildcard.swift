/// `*` matches any number of characters and `?` one, ignoring case. At worst the time is the
/// product of both lengths, so that a hostile text cannot block the program.
package struct Wildcard: Hashable, Sendable {
    private enum Part: Hashable {
        case byte(UInt8)
        case one
        case run
    }

    private var parts: [Part] = []

    package init(_ text: String) {
        for character in text { self.append(character, isLiteral: false) }
    }

    package mutating func append(_ character: Character, isLiteral: Bool) {
        switch character {
        case "*" where !isLiteral: self.parts.append(.run)
        case "?" where !isLiteral: self.parts.append(.one)
        default: self.parts += character.utf8.map { .byte($0.lowercasedASCII) }
        }
    }

    package func matches(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { self.matches($0) }
    }

    package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        self.parts.withUnsafeBufferPointer { Self.matches(text, $0) }
    }

    private static func matches(
        _ text: UnsafeBufferPointer<UInt8>, _ parts: UnsafeBufferPointer<Part>
    ) -> Bool {
        var place = 0
        var position = 0
        // Where to resume if what follows the last `*` does not match: one character later.
        var retry: (place: Int, position: Int)?
        while position < text.count {
            if place < parts.count, parts[place] == .run {
                place += 1
                retry = (place, position)
            } else if place < parts.count,
                let length = self.length(of: text, at: position, matching: parts[place])
            {
                place += 1
                position += length
            } else if let again = retry {
                // Only a run is left, which matches whatever follows.
                if again.place == parts.count { return true }
                retry = (again.place, again.position + 1)
                (place, position) = (again.place, again.position + 1)
            } else {
                return false
            }
        }
        return parts[place...].allSatisfy { $0 == .run }
    }

    private static func length(
        of text: UnsafeBufferPointer<UInt8>, at position: Int, matching part: Part
    ) -> Int? {
        switch part {
        case .byte(let byte): return text[position].lowercasedASCII == byte ? 1 : nil
        case .run: return nil
        case .one:
            var end = position + 1
            // A character is its first byte and all that continue it.
            while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
            return end - position
        }
    }
}
