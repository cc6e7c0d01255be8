/// Writes JSON that may be shown with `cat`, pasted, or read by any program: in its shortest form,
/// UTF-8, and with control and invisible characters escaped, also those that JSON would allow.
///
/// Commas between members and elements are its own concern.
package struct SafeJSONWriter: Sendable {
    /// What was written.
    package private(set) var bytes: [UInt8] = []
    /// Whether the next member or element comes after another one.
    private var needsComma = false

    /// Begins with nothing.
    package init() {}

    /// Makes room, and forgets what was written.
    package mutating func restart(capacity: Int) {
        self.bytes = []
        self.bytes.reserveCapacity(capacity)
        self.needsComma = false
    }

    /// Ends a line of JSON lines.
    package mutating func endLine() {
        self.bytes.append(UInt8(ascii: "\n"))
        self.needsComma = false
    }

    // MARK: Containers

    /// Writes an object; the closure writes its members.
    package mutating func object(_ members: (inout SafeJSONWriter) -> Void) {
        self.enclose(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
    }

    /// Writes an array; the closure writes its elements.
    package mutating func array(_ elements: (inout SafeJSONWriter) -> Void) {
        self.enclose(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
    }

    private mutating func enclose(
        _ opening: UInt8, _ closing: UInt8, _ contents: (inout SafeJSONWriter) -> Void
    ) {
        self.separate()
        self.bytes.append(opening)
        self.needsComma = false
        contents(&self)
        self.bytes.append(closing)
        self.needsComma = true
    }

    private mutating func separate() {
        if self.needsComma { self.bytes.append(UInt8(ascii: ",")) }
        self.needsComma = true
    }

    // MARK: Values

    /// Writes the name of a member; its value has to follow.
    package mutating func key(_ name: String) {
        self.string(name)
        self.bytes.append(UInt8(ascii: ":"))
        self.needsComma = false
    }

    /// Writes a string.
    package mutating func string(_ text: String) {
        var text = text
        self.separate()
        text.withUTF8 { self.quote($0) }
    }

    /// Writes a string that is UTF-8; bytes that are not become U+FFFD.
    package mutating func string(utf8 text: [UInt8]) {
        self.separate()
        text.withUnsafeBufferPointer { self.quote($0) }
    }

    /// Writes a whole number.
    package mutating func integer(_ number: Int) {
        self.separate()
        self.bytes.append(contentsOf: String(number).utf8)
    }

    /// Writes `true` or `false`.
    package mutating func bool(_ value: Bool) {
        self.separate()
        self.bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Writes text that was checked to be one JSON value. White space between its parts is left out;
    /// digits, escapes, and members that come twice stay as they are.
    /// - Returns: whether every byte stayed as it was.
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
            if Self.isPlain(byte) {
                if isInString, byte == UInt8(ascii: "\\"), index + 1 < text.count {
                    // Whatever follows a backslash is no end of the string.
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
                if !self.escape(UnsafeBufferPointer(rebasing: text[index..<end])) {
                    isExact = false
                }
                index = end
            } else {
                isExact = false
                index += 1
            }
        }
        return isExact
    }

    private mutating func quote(_ text: UnsafeBufferPointer<UInt8>) {
        self.bytes.append(UInt8(ascii: "\""))
        var index = 0
        while index < text.count {
            let start = index
            while index < text.count, Self.needsNoEscape(text[index]) { index += 1 }
            self.bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
            guard index < text.count else { break }
            if Self.isPlain(text[index]) {
                self.bytes.append(UInt8(ascii: "\\"))
                self.bytes.append(text[index])
                index += 1
            } else {
                let end = Self.endOfRun(in: text, from: index)
                self.escape(UnsafeBufferPointer(rebasing: text[index..<end]))
                index = end
            }
        }
        self.bytes.append(UInt8(ascii: "\""))
    }

    /// Writes characters that are not printable ASCII: letters as they are, the others as escapes.
    /// - Returns: whether every byte stayed as it was.
    @discardableResult
    private mutating func escape(_ run: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = self.bytes.count
        for scalar in String(decoding: run, as: UTF8.self).unicodeScalars {
            if PlainOutput.isPlain(scalar) {
                self.bytes.append(
                    contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            } else {
                self.bytes.append(contentsOf: SanitizerScan.escape(scalar).utf8)
            }
        }
        return self.bytes[start...].elementsEqual(run)
    }

    /// Where the bytes that are not printable ASCII end.
    private static func endOfRun(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var end = start
        while end < text.count, !Self.isPlain(text[end]) { end += 1 }
        return end
    }

    /// Whether it is printable ASCII.
    private static func isPlain(_ byte: UInt8) -> Bool { byte &- 0x20 < 0x5F }

    private static func needsNoEscape(_ byte: UInt8) -> Bool {
        Self.isPlain(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
