extension EventData {
    /// At least the length of the text in bytes, known without looking at it.
    package var textCapacity: Int {
        switch self.storage {
        case .text, .json: self.text.utf8.count
        case .slice(let slice): slice.range.count
        }
    }

    /// Makes no `String` or array.
    /// - Parameter memory: room for `textCapacity` bytes. All of it may be written to.
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

    /// For an object, array, number or word without white space between its parts; else `nil`.
    /// - Parameter memory: room for `textCapacity` bytes. All of it may be written to.
    package func copyCompactJSON(to memory: UnsafeMutableBufferPointer<UInt8>) -> Int? {
        let count = self.copyText(to: memory)
        guard count > 0, memory[0] != UInt8(ascii: "\"") else { return nil }
        let text = UnsafeBufferPointer(rebasing: memory[..<count])
        var scanner = JSONScanner(text)
        guard (try? scanner.skipValue()) == 0..<count, Self.isCompact(text) else { return nil }
        return count
    }

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
