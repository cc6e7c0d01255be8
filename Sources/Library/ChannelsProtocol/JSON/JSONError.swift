package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    var position: Int
    package var reason: Reason

    package init(position: Int, reason: Reason) {
        self.position = position
        self.reason = reason
    }

    package enum Reason: Hashable, Sendable {
        case unexpectedEnd
        case unexpectedByte(UInt8)
        case controlCharacter(UInt8)
        case badEscape
        case loneSurrogate
        case badNumber
        case trailingBytes
        case tooDeep
    }

    package var description: String { "\(self.reason) at byte \(self.position)" }
}

extension JSONError.Reason: CustomStringConvertible {
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

    private static func name(of byte: UInt8) -> String {
        switch byte {
        case 0x21...0x7E: "\"\(Character(UnicodeScalar(byte)))\""
        case 0x20: "space"
        default: "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
}
