extension EventData {
    /// The room that `copyText` needs: at least the length of the text, in bytes. It is known
    /// without looking at the text.
    package var textCapacity: Int {
        switch self.storage {
        case .text, .json: self.text.utf8.count
        case .slice(let slice): slice.range.count
        }
    }

    /// Copies the text to where it is needed, without making a `String` or an array.
    ///
    /// - Parameter memory: room for `textCapacity` bytes. All of it may be written to.
    /// - Returns: the length of the text.
    package func copyText(to memory: UnsafeMutableBufferPointer<UInt8>) -> Int {
        switch self.storage {
        case .slice(let slice):
            let count = slice.withStringContents { contents in
                memory.count < contents.bytes.count ? 0 : contents.unescape(to: memory)
            }
            return count ?? Self.copy(slice.raw, to: memory)
        case .text, .json:
            return Self.copy(Array(self.text.utf8)[...], to: memory)
        }
    }

    /// Copies the text if it is an object, an array, a number or a word of JSON in its shortest
    /// form: without white space between its parts.
    ///
    /// - Parameter memory: room for `textCapacity` bytes. All of it may be written to.
    /// - Returns: the length of the text; `nil` if it is anything else.
    package func copyCompactJSON(to memory: UnsafeMutableBufferPointer<UInt8>) -> Int? {
        let count = self.copyText(to: memory)
        guard count > 0, memory[0] != UInt8(ascii: "\"") else { return nil }
        let text = UnsafeBufferPointer(rebasing: memory[..<count])
        var scanner = JSONScanner(text)
        guard (try? scanner.skipValue()) == 0..<count, Self.isCompact(text) else { return nil }
        return count
    }

    /// Whether there is no white space outside of the strings of JSON text.
    private static func isCompact(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.contains(where: { $0 <= UInt8(ascii: " ") }) else { return true }
        var isInString = false
        var index = 0
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\""): isInString.toggle()
            // What follows a backslash never ends the string.
            case UInt8(ascii: "\\"): index &+= 1
            case ...UInt8(ascii: " ") where !isInString: return false
            default: break
            }
            index &+= 1
        }
        return true
    }

    private static func copy(
        _ bytes: ArraySlice<UInt8>, to memory: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        guard bytes.count <= memory.count else { return 0 }
        return memory.update(fromContentsOf: bytes)
    }
}
