/// An event of an encrypted channel that could not be opened; it is not delivered.
public struct DecryptionFailure: Error, Hashable, Sendable {
    public var channel: ChannelName
    public var event: EventName
    public var reason: Reason
    /// Whether a key that was asked for anew came after the event, and did not open it either.
    public var keyWasRenewed: Bool

    public init(
        channel: ChannelName, event: EventName, reason: Reason, keyWasRenewed: Bool = false
    ) {
        self.channel = channel
        self.event = event
        self.reason = reason
        self.keyWasRenewed = keyWasRenewed
    }

    /// What was wrong.
    public enum Reason: Error, Hashable, Sendable {
        /// The authorization of the channel brought no key.
        case noKey
        /// The key is not base64 of 32 bytes.
        case unusableKey
        /// The data is no object with the texts `nonce` and `ciphertext`: it was not encrypted.
        case notEncrypted
        /// This part of the data is not base64.
        case notBase64(part: String)
        /// The nonce has another length than 24 bytes.
        case nonceLength(Int)
        /// The cipher text is shorter than its authentication tag.
        case tooShort
        /// It was sealed with another key, or changed on its way.
        case wrongKey
        /// What was sealed is no valid UTF-8.
        case notText
        /// The cryptographic library does not start on this system.
        case cipherUnavailable
        /// The channel is not subscribed, so that there is no key for it.
        case notSubscribed
        /// A new key was asked for, and could not be had.
        case keyRefused(SubscriptionFailure)
        /// A new key was wanted, and did not come within this time.
        case keyMissing(after: Duration)
        /// So many events of the channel wait for a new key already: no more are kept.
        case tooManyWaiting(count: Int)
        /// The connection ended before the new key came.
        case disconnected
    }
}

extension DecryptionFailure.Reason {
    /// Whether the key is to blame, so that another one may open the event.
    package var blamesKey: Bool {
        switch self {
        case .noKey, .unusableKey, .wrongKey: true
        case .notEncrypted, .notBase64, .nonceLength, .tooShort, .notText, .cipherUnavailable,
            .notSubscribed, .keyRefused, .keyMissing, .tooManyWaiting, .disconnected:
            false
        }
    }
}

extension DecryptionFailure: CustomStringConvertible {
    /// A sentence that says what could not be opened, and why.
    public var description: String {
        let renewed = self.keyWasRenewed ? " It was tried with a new key too." : ""
        return "\(self.event) on \(self.channel) could not be decrypted: \(self.reason).\(renewed)"
    }
}

extension DecryptionFailure.Reason: CustomStringConvertible {
    /// What was wrong, as a part of a sentence.
    public var description: String {
        switch self {
        case .noKey: "the authorization of the channel brought no shared_secret"
        case .unusableKey: "the shared_secret of the channel is not base64 of 32 bytes"
        case .notEncrypted:
            "its data holds no nonce and ciphertext, so the publisher did not encrypt it"
        case .notBase64(let part): "its \(part) is not base64"
        case .nonceLength(let count): "its nonce has \(count) bytes instead of 24"
        case .tooShort: "its ciphertext is shorter than a seal"
        case .wrongKey: "it was sealed with another key, or changed on its way"
        case .notText: "what was sealed is not UTF-8 text"
        case .cipherUnavailable: "the libsodium of this system does not start"
        case .notSubscribed: "the channel is not subscribed, so there is no key for it"
        case .keyRefused(let failure): "no new key could be had: \(failure.text)"
        case .keyMissing(let limit): "no new key came within \(limit)"
        case .tooManyWaiting(let count):
            "\(count) events wait for a new key already, and no more are kept"
        case .disconnected: "the connection ended before a new key came"
        }
    }
}
