package import ChannelsBasics

/// JSON that is safe to show with `cat` or to paste: control and invisible characters are
/// escaped even where JSON allows them.
package typealias SafeJSONWriter = JSONTextWriter<VisibleJSONEscaping>

package enum VisibleJSONEscaping: JSONEscaping {
    @inlinable
    package static func isPlain(_ byte: UInt8) -> Bool {
        Self.isPrintable(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    @inlinable
    static func isPrintable(_ byte: UInt8) -> Bool { byte &- 0x20 < 0x5F }

    package static func append(_ run: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        for scalar in String(decoding: run, as: UTF8.self).unicodeScalars {
            if PlainOutput.isPlain(scalar), scalar != "\"", scalar != "\\" {
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            } else {
                bytes.append(contentsOf: JSONEscape.text(of: scalar).utf8)
            }
        }
    }
}

extension SafeJSONWriter {
    /// Writes a member with a string, if there is one.
    package mutating func member(_ name: String, _ text: String?) {
        guard let text else { return }
        self.key(name)
        self.string(text)
    }

    /// `text` must be valid JSON. White space is removed; digits, escapes and repeated members are
    /// kept.
    /// - Returns: whether every byte was kept.
    @discardableResult
    package mutating func json(_ text: some Collection<UInt8>) -> Bool {
        self.separate()
        return text.withContiguousStorageIfAvailable { self.copy($0) }
            ?? Array(text).withUnsafeBufferPointer { self.copy($0) }
    }

    private mutating func copy(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var isExact = true
        var isInString = false
        var index = 0
        while index < text.count {
            let byte = text[index]
            if VisibleJSONEscaping.isPrintable(byte) {
                if isInString, byte == UInt8(ascii: "\\"), index + 1 < text.count {
                    // The character after a backslash never ends the string.
                    self.bytes.append(byte)
                    index += 1
                    self.bytes.append(text[index])
                    index += 1
                    continue
                }
                if byte == UInt8(ascii: "\"") { isInString.toggle() }
                if isInString || byte != UInt8(ascii: " ") {
                    self.bytes.append(byte)
                } else {
                    isExact = false
                }
                index += 1
            } else if isInString {
                let end = Self.endOfRun(in: text, from: index)
                let run = UnsafeBufferPointer(rebasing: text[index..<end])
                let start = self.bytes.count
                VisibleJSONEscaping.append(run, to: &self.bytes)
                if !self.bytes[start...].elementsEqual(run) { isExact = false }
                index = end
            } else {
                isExact = false
                index += 1
            }
        }
        return isExact
    }

    private static func endOfRun(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var end = start
        while end < text.count, !VisibleJSONEscaping.isPrintable(text[end]) { end += 1 }
        return end
    }
}
