import ChannelsBasics
package import ChannelsProtocol

/// Encrypts the data of events on encrypted channels: XSalsa20 and Poly1305 with the tag in
/// front, as NaCl's `crypto_secretbox` (docs/protocol.md, "Encrypted channels").
package enum SecretBox {
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

    /// - Parameter nonce: 24 bytes that are never used twice with a key; random by default, which
    ///   ensures this.
    /// - Returns: the data of the event.
    package static func seal(
        _ text: [UInt8], with secret: SharedSecret, nonce: [UInt8]? = nil
    ) throws(SealingError) -> EventData {
        guard var key = Self.key(secret) else { throw .unusableKey }
        defer { key.wipe() }
        let nonce = nonce ?? Self.randomNonce()
        guard nonce.count == XSalsa20.nonceLength else { throw .nonceLength(nonce.count) }
        var (macKey, cipher) = Self.applied(text[...], key: key, nonce: nonce)
        defer { macKey.wipe() }
        guard let tag = Digest.poly1305(cipher, key: macKey) else { throw .cipherUnavailable }
        let box = tag + cipher
        let envelope: JSONValue = [
            "nonce": .string(Base64.encode(nonce)), "ciphertext": .string(Base64.encode(box)),
        ]
        return EventData(envelope.compactText)
    }

    private static let tagLength = 16

    private struct Envelope {
        let nonce: [UInt8]
        let box: [UInt8]

        init(_ data: EventData) throws(DecryptionFailure.Reason) {
            guard let members = data.json?.objectValue,
                let nonce = members["nonce"]?.stringValue,
                let ciphertext = members["ciphertext"]?.stringValue
            else { throw .notEncrypted }
            guard let nonce = Base64.decode(nonce) else { throw .notBase64(part: "nonce") }
            guard nonce.count == XSalsa20.nonceLength else { throw .nonceLength(nonce.count) }
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
        defer { key.wipe() }
        let cipher = envelope.box.dropFirst(Self.tagLength)
        var (macKey, text) = Self.applied(cipher, key: key, nonce: envelope.nonce)
        defer { macKey.wipe() }
        guard let tag = Digest.poly1305(Array(cipher), key: macKey) else {
            throw .cipherUnavailable
        }
        guard Digest.areEqual(tag, Array(envelope.box.prefix(Self.tagLength))) else {
            throw .wrongKey
        }
        guard let text = String(validating: text, as: UTF8.self) else { throw .notText }
        return text
    }

    private static func key(_ secret: SharedSecret) -> [UInt8]? {
        guard var bytes = Base64.decode(secret.base64) else { return nil }
        guard bytes.count == XSalsa20.keyLength else {
            bytes.wipe()
            return nil
        }
        return bytes
    }

    /// Also returns the key that authenticates the encrypted bytes: the first 32 bytes of the key
    /// stream.
    private static func applied(
        _ bytes: ArraySlice<UInt8>, key: [UInt8], nonce: [UInt8]
    ) -> (macKey: [UInt8], bytes: [UInt8]) {
        var stream = XSalsa20(key: key, nonce: nonce)
        var padded = [UInt8](repeating: 0, count: 32) + bytes
        stream.apply(to: &padded)
        defer { padded.wipe() }
        return (Array(padded.prefix(32)), Array(padded.dropFirst(32)))
    }

    private static func randomNonce() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<XSalsa20.nonceLength / 8).flatMap { _ in
            withUnsafeBytes(of: generator.next()) { Array($0) }
        }
    }
}

package enum SealingError: Error, Hashable, Sendable, CustomStringConvertible {
    case unusableKey
    case nonceLength(Int)
    /// OpenSSL's providers have no Poly1305.
    case cipherUnavailable

    package var description: String {
        switch self {
        case .unusableKey: "the shared secret is not base64 of 32 bytes"
        case .nonceLength(let count): "the nonce is \(count) bytes instead of 24"
        case .cipherUnavailable: "OpenSSL has no Poly1305 on this system"
        }
    }
}
