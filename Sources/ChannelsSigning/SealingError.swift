/// Why a text was not sealed.
package enum SealingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The key is not base64 of 32 bytes.
    case unusableKey
    /// The nonce has another length than 24 bytes.
    case nonceLength(Int)
    /// The cryptographic library does not start on this system.
    case cipherUnavailable

    package var description: String {
        switch self {
        case .unusableKey: "the shared secret is not base64 of 32 bytes"
        case .nonceLength(let count): "the nonce has \(count) bytes instead of 24"
        case .cipherUnavailable: "libsodium cannot be initialised on this system"
        }
    }
}
