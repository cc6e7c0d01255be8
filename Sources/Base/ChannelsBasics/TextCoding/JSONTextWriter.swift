/// Writes compact JSON as UTF-8, including commas; the caller writes a value after each key.
/// Inlinable, so that each module specialises it for its escaping.
package struct JSONTextWriter<Escaping: JSONEscaping>: Sendable {
    package var bytes: [UInt8] = []
    @usableFromInline var needsComma = false

    @inlinable
    package init() {}

    @inlinable
    package mutating func restart(capacity: Int) {
        self.bytes = []
        self.bytes.reserveCapacity(capacity)
        self.needsComma = false
    }

    @inlinable
    package mutating func removeAll() {
        self.bytes.removeAll(keepingCapacity: true)
        self.needsComma = false
    }

    @inlinable
    package mutating func endLine() {
        self.bytes.append(UInt8(ascii: "\n"))
        self.needsComma = false
    }

    // MARK: Containers

    @inlinable
    package mutating func object(_ members: (inout Self) -> Void) {
        self.enclose(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
    }

    @inlinable
    package mutating func array(_ elements: (inout Self) -> Void) {
        self.enclose(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
    }

    @inlinable
    mutating func enclose(_ opening: UInt8, _ closing: UInt8, _ contents: (inout Self) -> Void) {
        self.separate()
        self.bytes.append(opening)
        self.needsComma = false
        contents(&self)
        self.bytes.append(closing)
        self.needsComma = true
    }

    @inlinable
    package mutating func separate() {
        if self.needsComma { self.bytes.append(UInt8(ascii: ",")) }
        self.needsComma = true
    }

    // MARK: Values

    @inlinable
    package mutating func key(_ name: String) {
        self.string(name)
        self.bytes.append(UInt8(ascii: ":"))
        self.needsComma = false
    }

    @inlinable
    package mutating func string(_ text: String) {
        var text = text
        self.separate()
        text.withUTF8 { self.quote($0) }
    }

    @inlinable
    package mutating func string(utf8 text: [UInt8]) {
        self.separate()
        text.withUnsafeBufferPointer { self.quote($0) }
    }

    @inlinable
    package mutating func integer(_ number: Int) {
        self.raw(String(number).utf8)
    }

    @inlinable
    package mutating func bool(_ value: Bool) {
        self.raw((value ? "true" : "false").utf8)
    }

    @inlinable
    package mutating func raw(_ json: some Sequence<UInt8>) {
        self.separate()
        self.bytes.append(contentsOf: json)
    }

    @inlinable
    mutating func quote(_ text: UnsafeBufferPointer<UInt8>) {
        self.bytes.append(UInt8(ascii: "\""))
        var index = 0
        while index < text.count {
            let start = index
            while index < text.count, Escaping.isPlain(text[index]) { index += 1 }
            self.bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
            let end = index
            while index < text.count, !Escaping.isPlain(text[index]) { index += 1 }
            if index > end {
                Escaping.append(UnsafeBufferPointer(rebasing: text[end..<index]), to: &self.bytes)
            }
        }
        self.bytes.append(UInt8(ascii: "\""))
    }
}
