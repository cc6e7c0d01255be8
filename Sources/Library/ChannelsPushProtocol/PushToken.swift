import ChannelsProtocol

/// A platform's token for a device. Whoever has it may be able to send to the device, so it is
/// printed shortened.
package struct PushToken: Hashable, Sendable {
    package let text: String

    /// In bytes. The platforms state none; theirs have less than 300.
    static let lengthLimit = 4096

    package init(_ text: String) throws(InvalidPushToken) {
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= Self.lengthLimit else { throw .tooLong(text.utf8.count) }
        if let position = text.utf8.enumerated().first(where: { !Self.isAllowed($0.element) }) {
            throw .forbiddenByte(position: position.offset)
        }
        self.text = text
    }

    /// The first and last four characters; only dots if they would be most of the token.
    package var shortened: String {
        self.text.utf8.count >= 24
            ? "\(self.text.prefix(4))…\(self.text.suffix(4))" : "••••••••"
    }

    private static func isAllowed(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }
}

extension PushToken: CustomStringConvertible, Unreflected {
    package var description: String { self.shortened }
}

package enum InvalidPushToken: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    case tooLong(Int)
    /// Not visible ASCII; the position is counted from 0.
    case forbiddenByte(position: Int)

    package var description: String {
        switch self {
        case .empty:
            "The device token is empty."
        case .tooLong(let length):
            "The device token is \(length) bytes long; the limit is \(PushToken.lengthLimit)."
        case .forbiddenByte(let position):
            "Byte \(position + 1) of the device token is not a visible ASCII character: copy the "
                + "token as the platform issued it, on one line."
        }
    }
}
