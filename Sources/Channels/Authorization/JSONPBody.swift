/// An answer as browsers load it without CORS: JSON as the argument of a call.
enum JSONPBody {
    /// The argument of `callback({…});`, with what servers put around it: a comment or a check in
    /// front, a semicolon behind. Plain JSON, and whatever else, is returned as it is.
    static func unwrapped(_ body: [UInt8]) -> ArraySlice<UInt8> {
        let trimmed = Self.trimmed(body[...])
        // Braces can only follow the call; a body that begins with one is plain JSON.
        guard let opening = trimmed.firstIndex(where: { Self.brackets.contains($0) }),
            trimmed[opening] == UInt8(ascii: "("), opening > trimmed.startIndex
        else { return trimmed }
        let call = trimmed.last == UInt8(ascii: ";") ? Self.trimmed(trimmed.dropLast()) : trimmed
        guard call.last == UInt8(ascii: ")") else { return trimmed }
        return call[(opening + 1)...].dropLast()
    }

    private static let brackets = Array("({".utf8)

    private static func trimmed(_ body: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = body.firstIndex(where: { !isSpace($0) }),
            let last = body.lastIndex(where: { !isSpace($0) })
        else { return [] }
        return body[first...last]
    }
}
