package import ChannelsProtocol
internal import ChannelsSigning

// Encrypted channels. The service itself has no key and passes on what it is given; what is here
// the app's server would do: it gives the keys out, and seals.
extension SandboxApp {
    /// The master key of a sandbox after its key was changed so often. It is public, like the
    /// secret.
    static func masterKeyBytes(rotation: Int) -> [UInt8] {
        let number = String(rotation)
        let digits = String(repeating: "0", count: max(0, 8 - number.count)) + number
        return Array("buoy-sandbox-master-key-\(digits.suffix(8))".utf8)
    }

    /// The master key before it is changed, in base64, shown to users who encrypt with it.
    package static let standardMasterKey = "YnVveS1zYW5kYm94LW1hc3Rlci1rZXktMDAwMDAwMDA="
}

extension SandboxHub {
    /// The key of an encrypted channel, as long as the master key is not changed.
    ///
    /// - Returns: `nil` when it cannot be computed on this system.
    package func sharedSecret(for channel: ChannelName) -> SharedSecret? {
        let bytes = SandboxApp.masterKeyBytes(rotation: self.keyRotations)
        return try? EncryptionMasterKey(bytes: bytes).sharedSecret(for: channel)
    }

    /// A bot publishes an event on encrypted channels: sealed, and only where somebody listens.
    ///
    /// - Parameter nonce: 24 bytes, of which no more is asked here than that they differ.
    package mutating func publishSealed(
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
