import ChannelsProtocol

/// Hides secrets in recorded messages of others: the values of members called `auth`,
/// `shared_secret` or `authorization`, including in JSON inside a string.
///
/// The signatures of this client's own messages are masked where frames are made.
enum SecretMask {
    static let dots = "••••••••"

    private static let names = ["auth", "shared_secret", "authorization"].map { Array($0.utf8) }

    /// The text with dots for such values. The part before the colon of an `auth` is kept: the app
    /// key is public, and shows which app was signed for.
    static func masked(_ text: String) -> String {
        let bytes = Array(text.utf8)
        // Most strings contain none of the names.
        guard self.mayHoldSecrets(bytes) else { return text }
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if let value = self.secret(in: bytes, from: index) {
                result += bytes[index..<value.lowerBound]
                result += self.dots.utf8
                index = value.upperBound
            } else {
                result += bytes[index...]
                break
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func mayHoldSecrets(_ bytes: [UInt8]) -> Bool {
        let marks = [Array("auth".utf8), Array("shared_secret".utf8)]
        return bytes.withUnsafeBufferPointer { bytes in
            marks.contains { mark in
                bytes.indices.contains { bytes[$0...].starts(with: mark) }
            }
        }
    }

    private static func secret(in bytes: [UInt8], from start: Int) -> Range<Int>? {
        var index = start
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\""),
                let value = self.value(in: bytes, afterQuote: index)
            {
                return value
            }
            index += 1
        }
        return nil
    }

    /// The value of a member whose name starts after a quote, if it is a secret: `"auth":"…"`, or
    /// with as many backslashes before each quote as the JSON is nested in strings.
    private static func value(in bytes: [UInt8], afterQuote quote: Int) -> Range<Int>? {
        guard
            let name = self.names.first(where: { name in
                let end = quote + 1 + name.count
                return end < bytes.count && bytes[(quote + 1)..<end].elementsEqual(name)
                    && (bytes[end] == UInt8(ascii: "\"") || bytes[end] == UInt8(ascii: "\\"))
            })
        else { return nil }
        var index = quote + 1 + name.count
        let closing = self.quoteMark(in: bytes, at: &index)
        self.skipSpaces(in: bytes, &index)
        guard let closing, index < bytes.count, bytes[index] == UInt8(ascii: ":") else {
            return nil
        }
        index += 1
        self.skipSpaces(in: bytes, &index)
        guard self.quoteMark(in: bytes, at: &index) == closing else { return nil }
        let start = index
        while index < bytes.count {
            var end = index
            if self.quoteMark(in: bytes, at: &end) == closing { break }
            index = max(end, index + 1)
        }
        guard index > start else { return nil }
        let colon =
            name == self.names[0] ? bytes[start..<index].firstIndex(of: UInt8(ascii: ":")) : nil
        return (colon.map { $0 + 1 } ?? start)..<index
    }

    /// Skips backslashes and a quote.
    ///
    /// - Returns: the number of backslashes; `nil` if no quote follows, which is not skipped.
    private static func quoteMark(in bytes: [UInt8], at index: inout Int) -> Int? {
        let start = index
        while index < bytes.count, bytes[index] == UInt8(ascii: "\\") { index += 1 }
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return nil }
        index += 1
        return index - start - 1
    }

    private static func skipSpaces(in bytes: [UInt8], _ index: inout Int) {
        while index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
    }
}
