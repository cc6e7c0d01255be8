/// Why a text was not encrypted.
package enum SealingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The key is not base64 of 32 bytes.
    case unusableKey
    /// The nonce is not 24 bytes long.
    case nonceLength(Int)
    /// The cryptographic library cannot be initialised on this system.
    case cipherUnavailable

    package var description: String {
        switch self {
        case .unusableKey: "the shared secret is not base64 of 32 bytes"
        case .nonceLength(let count): "the nonce has \(count) bytes instead of 24"
        case .cipherUnavailable: "libsodium cannot be initialised on this system"
        }
    }
}
