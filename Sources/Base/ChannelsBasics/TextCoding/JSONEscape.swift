/// Escapes in JSON strings (RFC 8259, section 7).
package enum JSONEscape {
    /// The shortest escape: `\n`, `\"`, `\u202E`, and a surrogate pair above U+FFFF.
    package static func text(of scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "\u{8}": "\\b"
        case "\u{C}": "\\f"
        default:
            Unicode.UTF16.encode(scalar).map { $0.map(self.unit).joined() } ?? "\\uFFFD"
        }
    }

    private static func unit(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16, uppercase: true)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}

package protocol JSONEscaping: Sendable {
    /// Whether a byte is written as it is, whatever its neighbours. Must be false for `"` and `\`.
    static func isPlain(_ byte: UInt8) -> Bool

    static func append(_ run: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8])
}

package enum RequiredJSONEscaping: JSONEscaping {
    @inlinable
    package static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    package static func append(_ run: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        for byte in run {
            bytes.append(contentsOf: JSONEscape.text(of: Unicode.Scalar(byte)).utf8)
        }
    }
}
