import ChannelsProtocol

/// Compared by bytes (Pusher's "Client API", "Resource: /v1/clients/:client_id/interests").
package struct InterestName: ByteComparedText {
    package let text: String

    /// From 1 to 164 letters, digits and `_ = @ , . ;`.
    package init(_ text: String) throws(InvalidInterestName) {
        guard !text.isEmpty else { throw .empty }
        for (position, scalar) in text.unicodeScalars.enumerated() where !Self.isAllowed(scalar) {
            throw .forbiddenCharacter(scalar, position: position)
        }
        guard text.utf8.count <= Self.lengthLimit else { throw .tooLong(text.utf8.count) }
        self.text = text
    }

    static let lengthLimit = 164

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "=", "@", ",", ".", ";": true
        default: false
        }
    }
}

package enum InvalidInterestName: Error, Hashable, Sendable {
    case empty
    case tooLong(Int)
    case forbiddenCharacter(Unicode.Scalar, position: Int)
}

extension InvalidInterestName: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty:
            "An interest name cannot be empty."
        case .tooLong(let length):
            "The interest name has \(length) characters; "
                + "the limit is \(InterestName.lengthLimit)."
        case .forbiddenCharacter("-", let position):
            "Character \(position + 1) of the interest name is a hyphen, which is reserved: use "
                + "letters, digits and _ = @ , . ;"
        case .forbiddenCharacter(let scalar, let position):
            "Character \(position + 1) of the interest name is \(Self.shown(scalar)), which is "
                + "not allowed: use letters, digits and _ = @ , . ;"
        }
    }

    private static func shown(_ scalar: Unicode.Scalar) -> String {
        if (0x21...0x7E).contains(scalar.value) { return "'\(scalar)'" }
        if scalar == " " { return "a space" }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
