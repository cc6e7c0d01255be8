import ChannelsProtocol

/// The token that a platform issued to a device. Whoever has it may be able to send to the device,
/// so it is printed shortened.
package struct PushToken: Hashable, Sendable {
    /// The token itself, for requests and for the state file only.
    package let text: String

    /// The maximum length, in bytes. The platforms state none; theirs have less than 300.
    static let lengthLimit = 4096

    /// Creates a token.
    ///
    /// - Throws: `InvalidPushToken`, without any part of the token.
    package init(_ text: String) throws(InvalidPushToken) {
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= Self.lengthLimit else { throw .tooLong(text.utf8.count) }
        if let position = text.utf8.enumerated().first(where: { !Self.isAllowed($0.element) }) {
            throw .forbiddenByte(position: position.offset)
        }
        self.text = text
    }

    /// The first and the last four characters; only dots for a token so short that they would be
    /// most of it.
    package var shortened: String {
        self.text.utf8.count >= 24
            ? "\(self.text.prefix(4))…\(self.text.suffix(4))" : "••••••••"
    }

    /// Visible ASCII.
    private static func isAllowed(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }
}

extension PushToken: CustomStringConvertible, CustomReflectable {
    package var description: String { self.shortened }

    /// No children, so that `dump` does not show what `description` hides.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a string is not the token of a device.
package enum InvalidPushToken: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    /// More than 4,096 bytes.
    case tooLong(Int)
    /// Something other than a visible ASCII character; its position is counted from 0.
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
