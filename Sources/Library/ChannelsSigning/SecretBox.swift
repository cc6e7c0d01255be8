import CSodium
package import ChannelsProtocol
import TextCoding

/// Encrypts and decrypts the data of events on encrypted channels: XSalsa20 and Poly1305 with the
/// tag in front, like libsodium's `crypto_secretbox` (docs/protocol.md, "Encrypted
/// channels").
package enum SecretBox {
    /// Decrypts events for the client's state machine.
    package static let opener: EventOpener = { SecretBox.open($0, with: $1) }

    /// Decrypts the data of an event: `{"nonce":"…","ciphertext":"…"}`, usually in a string.
    ///
    /// Errors in the data take precedence over errors in the key.
    package static func open(
        _ data: EventData, with secret: SharedSecret?
    ) -> Result<EventData, DecryptionFailure.Reason> {
        do throws(DecryptionFailure.Reason) {
            let envelope = try Envelope(data)
            return .success(EventData(try Self.open(envelope, with: secret)))
        } catch { return .failure(error) }
    }

    /// Encrypts a string, which should be UTF-8, as a publisher does.
    ///
    /// - Parameter nonce: 24 bytes that are never used twice with a key; random by default, which
    ///   ensures this.
    /// - Returns: the data of the event, a string.
    package static func seal(
        _ text: [UInt8], with secret: SharedSecret, nonce: [UInt8]? = nil
    ) throws(SealingError) -> EventData {
        guard var key = Self.key(secret) else { throw .unusableKey }
        defer { Sodium.wipe(&key) }
        guard let nonce = nonce ?? Sodium.randomBytes(Self.nonceLength), Sodium.isReady
        else { throw .cipherUnavailable }
        guard nonce.count == Self.nonceLength else { throw .nonceLength(nonce.count) }
        var box = [UInt8](repeating: 0, count: text.count + Self.tagLength)
        guard crypto_secretbox_easy(&box, text, UInt64(text.count), nonce, key) == 0 else {
            throw .cipherUnavailable
        }
        let envelope: JSONValue = [
            "nonce": .string(Base64.encode(nonce)), "ciphertext": .string(Base64.encode(box)),
        ]
        return EventData(envelope.compactText)
    }

    private static let nonceLength = crypto_secretbox_noncebytes()
    private static let tagLength = crypto_secretbox_macbytes()
    private static let keyLength = crypto_secretbox_keybytes()

    /// The data of an event, decoded and with valid lengths.
    private struct Envelope {
        let nonce: [UInt8]
        let box: [UInt8]

        init(_ data: EventData) throws(DecryptionFailure.Reason) {
            guard let members = data.json?.objectValue,
                let nonce = members["nonce"]?.stringValue,
                let ciphertext = members["ciphertext"]?.stringValue
            else { throw .notEncrypted }
            guard let nonce = Base64.decode(nonce) else { throw .notBase64(part: "nonce") }
            guard nonce.count == SecretBox.nonceLength else { throw .nonceLength(nonce.count) }
            guard let box = Base64.decode(ciphertext) else { throw .notBase64(part: "ciphertext") }
            guard box.count >= SecretBox.tagLength else { throw .tooShort }
            self.nonce = nonce
            self.box = box
        }
    }

    private static func open(
        _ envelope: Envelope, with secret: SharedSecret?
    ) throws(DecryptionFailure.Reason) -> String {
        guard let secret else { throw .noKey }
        guard var key = Self.key(secret) else { throw .unusableKey }
        defer { Sodium.wipe(&key) }
        guard Sodium.isReady else { throw .cipherUnavailable }
        let box = envelope.box
        var text = [UInt8](repeating: 0, count: box.count - Self.tagLength)
        guard crypto_secretbox_open_easy(&text, box, UInt64(box.count), envelope.nonce, key) == 0
        else { throw .wrongKey }
        guard let text = String(validating: text, as: UTF8.self) else { throw .notText }
        return text
    }

    /// The bytes of a key; `nil` if it is not base64 of 32 bytes.
    private static func key(_ secret: SharedSecret) -> [UInt8]? {
        guard var bytes = Base64.decode(secret.base64) else { return nil }
        guard bytes.count == Self.keyLength else {
            Sodium.wipe(&bytes)
            return nil
        }
        return bytes
    }
}

/// Why a string was not encrypted.
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
        case .nonceLength(let count): "the nonce is \(count) bytes instead of 24"
        case .cipherUnavailable: "libsodium cannot be initialised on this system"
        }
    }
}
