/// Reads text that may be percent-encoded, and that may be wrong in it: nothing is refused.
enum FormDecoding {
    /// A text as it is, without percent-encoding, and read as a form, where `+` is a space.
    static func readings(_ text: String) -> [String] {
        [text, Self.decoded(text.utf8), Self.text(text)]
    }

    /// A name or a value of a form.
    static func text(_ text: some StringProtocol) -> String {
        Self.decoded(text.utf8.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 })
    }

    /// A percent sign without two digits stays as it is.
    private static func decoded(_ text: some Sequence<UInt8>) -> String {
        let bytes = Array(text)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = Self.digit(bytes[index + 1]), let low = Self.digit(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init(truncatingIfNeeded:))
    }
}
