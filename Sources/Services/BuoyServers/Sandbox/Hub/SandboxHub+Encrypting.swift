import ChannelsProtocol
import ChannelsSigning

// Encrypted channels. A Channels service has no keys and passes events on; the code here does
// what the app's server would do: it hands out keys and encrypts.
extension SandboxApp {
    /// - Parameter rotation: the number of changes so far. The key is public, like the secret.
    static func masterKeyBytes(rotation: Int) -> [UInt8] {
        let number = String(rotation)
        let digits = String(repeating: "0", count: max(0, 8 - number.count)) + number
        return Array("buoy-sandbox-master-key-\(digits.suffix(8))".utf8)
    }

    /// In base64.
    package static let standardMasterKey = "YnVveS1zYW5kYm94LW1hc3Rlci1rZXktMDAwMDAwMDA="
}

extension SandboxHub {
    var masterKey: EncryptionMasterKey? {
        let bytes = SandboxApp.masterKeyBytes(rotation: self.keyRotations)
        return try? EncryptionMasterKey(bytes: bytes)
    }

    /// - Returns: `nil` if it cannot be computed on this system.
    func sharedSecret(for channel: ChannelName) -> SharedSecret? {
        try? self.masterKey?.sharedSecret(for: channel)
    }

    /// Publishes only on channels with subscribers.
    ///
    /// - Parameter nonce: 24 bytes; they only have to be different each time.
    mutating func publishSealed(
        _ publication: Publication, nonce: [UInt8], at now: Duration
    ) -> [HubAction] {
        publication.channels.flatMap { name -> [HubAction] in
            guard self.channels[name]?.isOccupied == true,
                let secret = self.sharedSecret(for: name),
                let sealed = try? SecretBox.seal(
                    Array(publication.data.text.utf8), with: secret, nonce: nonce)
            else { return [] }
            var publication = publication
            publication.channels = [name]
            publication.data = sealed
            return self.publish(publication, at: now)
        }
    }
}
