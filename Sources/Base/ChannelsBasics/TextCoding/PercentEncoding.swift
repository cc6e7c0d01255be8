/// RFC 3986, section 2.1.
package enum PercentEncoding {
    package enum Unreserved: String, Sendable {
        /// RFC 3986, section 2.3.
        case rfc3986 = "-._~"
        /// JavaScript's `encodeURIComponent`, which pusher-js uses.
        case javaScript = "-_.!~*'()"
    }

    package enum DecodingError: Error, Hashable, Sendable {
        case incompleteEscape
        case notUTF8
    }

    package static func encode(_ text: String, leaving unreserved: Unreserved) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if byte.isASCIILetterOrDigit || unreserved.rawValue.utf8.contains(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), self.digit(byte >> 4), self.digit(byte & 15)]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// - Parameter plusIsSpace: whether `+` means a space, as in forms.
    package static func decode(
        _ text: some Sequence<UInt8>, plusIsSpace: Bool = false
    ) throws(DecodingError) -> String {
        let (bytes, isComplete) = self.bytes(of: text, plusIsSpace: plusIsSpace)
        guard isComplete else { throw .incompleteEscape }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        return text
    }

    /// Keeps a `%` without two digits; bytes that are not UTF-8 become U+FFFD.
    package static func decodeLeniently(
        _ text: some Sequence<UInt8>, plusIsSpace: Bool = false
    ) -> String {
        String(decoding: self.bytes(of: text, plusIsSpace: plusIsSpace).bytes, as: UTF8.self)
    }

    private static func bytes(
        of text: some Sequence<UInt8>, plusIsSpace: Bool
    ) -> (bytes: [UInt8], isComplete: Bool) {
        let text = Array(text)
        var (bytes, isComplete) = ([UInt8](), true)
        var rest = text[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                let values = rest.prefix(2).compactMap(\.hexValue)
                if values.count == 2 {
                    bytes.append(values[0] << 4 | values[1])
                    rest = rest.dropFirst(2)
                } else {
                    bytes.append(byte)
                    isComplete = false
                }
            default: bytes.append(byte)
            }
        }
        return (bytes, isComplete)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    package static func value(ofDigit digit: UInt8) -> UInt8? { digit.hexValue }
}
