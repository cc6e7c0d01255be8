/// Writes JSON text in its shortest form.
///
/// Commas between members and elements are its own concern; braces and brackets that match are its
/// caller's.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    /// Whether the next member or element comes after another one.
    private var needsComma = false

    // MARK: Containers

    mutating func object(_ members: (inout JSONWriter) -> Void) {
        self.enclose(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
    }

    mutating func array(_ elements: (inout JSONWriter) -> Void) {
        self.enclose(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
    }

    private mutating func enclose(
        _ opening: UInt8, _ closing: UInt8, _ contents: (inout JSONWriter) -> Void
    ) {
        self.separate()
        self.bytes.append(opening)
        self.needsComma = false
        contents(&self)
        self.bytes.append(closing)
        self.needsComma = true
    }

    /// Writes the comma that is due before a value.
    private mutating func separate() {
        if self.needsComma { self.bytes.append(UInt8(ascii: ",")) }
        self.needsComma = true
    }

    // MARK: Values

    /// Writes a key; a value has to follow.
    mutating func key(_ key: String) {
        self.string(key)
        self.bytes.append(UInt8(ascii: ":"))
        self.needsComma = false
    }

    mutating func string(_ text: String) {
        self.separate()
        self.quote(text.utf8)
    }

    /// Writes a string that is already UTF-8.
    mutating func string(utf8 text: some Sequence<UInt8>) {
        self.separate()
        self.quote(text)
    }

    mutating func integer(_ value: Int) {
        self.raw(String(value).utf8)
    }

    /// Writes text that is JSON already.
    mutating func raw(_ json: some Sequence<UInt8>) {
        self.separate()
        self.bytes.append(contentsOf: json)
    }

    mutating func write(_ value: JSON) {
        switch value {
        case .null: self.raw("null".utf8)
        case .bool(let value): self.raw((value ? "true" : "false").utf8)
        case .number(let digits): self.raw(digits.utf8)
        case .string(let text): self.string(text)
        case .array(let elements):
            self.array { writer in
                for element in elements { writer.write(element) }
            }
        case .object(let object):
            self.object { writer in
                for member in object.members {
                    writer.key(member.key)
                    writer.write(member.value)
                }
            }
        }
    }

    /// Escapes what JSON does not allow inside a string, and nothing else.
    private mutating func quote(_ text: some Sequence<UInt8>) {
        self.bytes.append(UInt8(ascii: "\""))
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                self.bytes.append(UInt8(ascii: "\\"))
                self.bytes.append(byte)
            case 0..<0x20: self.escapeControl(byte)
            default: self.bytes.append(byte)
            }
        }
        self.bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escapeControl(_ byte: UInt8) {
        let escape =
            switch byte {
            case 0x08: "\\b"
            case 0x09: "\\t"
            case 0x0A: "\\n"
            case 0x0C: "\\f"
            case 0x0D: "\\r"
            case 0x10...: "\\u001" + String(byte & 0x0F, radix: 16)
            default: "\\u000" + String(byte, radix: 16)
            }
        self.bytes.append(contentsOf: escape.utf8)
    }
}
