/// Why bytes are not JSON, and where.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The position of the error, in bytes from the start.
    var position: Int
    /// The problem there.
    package var reason: Reason

    /// An error at a byte, counted from 0.
    package init(position: Int, reason: Reason) {
        self.position = position
        self.reason = reason
    }

    /// The ways in which text can fail to be JSON.
    package enum Reason: Hashable, Sendable {
        /// The text ends in the middle of a value.
        case unexpectedEnd
        /// A byte that is not allowed here.
        case unexpectedByte(UInt8)
        /// An unescaped control character in a string.
        case controlCharacter(UInt8)
        /// A backslash without a valid escape.
        case badEscape
        /// Half of a surrogate pair.
        case loneSurrogate
        /// A malformed number.
        case badNumber
        /// Something follows the value.
        case trailingBytes
        /// Arrays and objects are nested deeper than `JSON.depthLimit`.
        case tooDeep
    }

    /// The reason and the position, in words.
    package var description: String { "\(self.reason) at byte \(self.position)" }
}

extension JSONError.Reason: CustomStringConvertible {
    /// A few words, without control characters.
    package var description: String {
        switch self {
        case .unexpectedEnd: "unexpected end of text"
        case .unexpectedByte(0xEF): "a byte order mark or a character outside a string"
        case .unexpectedByte(let byte): "unexpected \(Self.name(of: byte))"
        case .controlCharacter(let byte): "\(Self.name(of: byte)) inside a string"
        case .badEscape: "an invalid escape sequence"
        case .loneSurrogate: "half of a surrogate pair"
        case .badNumber: "a malformed number"
        case .trailingBytes: "unexpected data after the value"
        case .tooDeep: "more than \(JSONValue.depthLimit) nested arrays and objects"
        }
    }

    /// A readable name of a byte, without control characters.
    private static func name(of byte: UInt8) -> String {
        switch byte {
        case 0x21...0x7E: "\"\(Character(UnicodeScalar(byte)))\""
        case 0x20: "space"
        default: "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
}
