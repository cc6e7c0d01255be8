/// Why bytes are not JSON, and where.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where it went wrong, in bytes from the start.
    package var position: Int
    /// What went wrong there.
    package var reason: Reason

    /// An error at a byte, counted from 0.
    package init(position: Int, reason: Reason) {
        self.position = position
        self.reason = reason
    }

    /// What can be wrong with JSON.
    package enum Reason: Hashable, Sendable {
        /// The text ends in the middle of a value.
        case unexpectedEnd
        /// A byte that nothing can begin or go on with here.
        case unexpectedByte(UInt8)
        /// A control character inside a string, where it has to be escaped.
        case controlCharacter(UInt8)
        /// A backslash that no escape follows.
        case badEscape
        /// Half of a surrogate pair.
        case loneSurrogate
        /// A number that is not written as JSON writes numbers.
        case badNumber
        /// Something follows the value.
        case trailingBytes
        /// More arrays and objects inside each other than `JSON.depthLimit`.
        case tooDeep
    }

    /// The reason and the place, in words.
    package var description: String { "\(self.reason) at byte \(self.position)" }
}

extension JSONError.Reason: CustomStringConvertible {
    /// A few words, without control characters.
    package var description: String {
        switch self {
        case .unexpectedEnd: "the text ends too early"
        case .unexpectedByte(0xEF): "a byte order mark or a character outside of a string"
        case .unexpectedByte(let byte): "unexpected \(Self.name(of: byte))"
        case .controlCharacter(let byte): "\(Self.name(of: byte)) inside a string"
        case .badEscape: "a backslash without a valid escape"
        case .loneSurrogate: "half of a surrogate pair"
        case .badNumber: "a malformed number"
        case .trailingBytes: "something follows the value"
        case .tooDeep: "more than \(JSON.depthLimit) nested arrays and objects"
        }
    }

    /// A byte as a person can read it, without control characters.
    private static func name(of byte: UInt8) -> String {
        switch byte {
        case 0x21...0x7E: "“\(Character(UnicodeScalar(byte)))”"
        case 0x20: "space"
        default: "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
}
