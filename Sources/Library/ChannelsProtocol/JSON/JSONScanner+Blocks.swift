import CTextScan

/// Scanning of many bytes at a time.
extension JSONScanner {
    /// Advances to the next quote, backslash or control character.
    @inline(__always) mutating func skipPlainBytes() {
        self.position = text_plain_end(
            self.bytes.baseAddress, self.position, self.bytes.count, self.readable)
    }

    /// Advances as long as every quote follows a backslash, and every backslash is followed by a
    /// quote, which is frequent in JSON inside a string.
    @inline(__always) mutating func skipPlainBytesAndEscapedQuotes() {
        self.position = text_quoted_end(
            self.bytes.baseAddress, self.position, self.bytes.count, self.readable)
    }
}
