package import ChannelsBasics

/// An encrypted event that could not be decrypted, and was not delivered. Its description says why.
public struct DecryptionFailure: Error, Hashable, Sendable {
    /// The encrypted channel on which the event arrived.
    public var channel: ChannelName
    /// The event name.
    public var event: EventName
    package var reason: Reason
    /// Whether a new key was obtained but could not decrypt the event either: the endpoint and
    /// the publisher probably use different master keys.
    public var keyWasRenewed: Bool

    package init(
        channel: ChannelName, event: EventName, reason: Reason, keyWasRenewed: Bool = false
    ) {
        self.channel = channel
        self.event = event
        self.reason = reason
        self.keyWasRenewed = keyWasRenewed
    }

    package enum Reason: Error, Hashable, Sendable {
        case noKey
        case unusableKey
        /// The data has no strings `nonce` and `ciphertext`.
        case notEncrypted
        case notBase64(part: String)
        case nonceLength(Int)
        /// The cipher text is shorter than its authentication tag.
        case tooShort
        /// Encrypted with another key, or modified in transit.
        case wrongKey
        case notText
        /// OpenSSL's providers have no Poly1305.
        case cipherUnavailable
        case notSubscribed
        case keyRefused(SubscriptionFailure)
        case keyMissing(after: Duration)
        /// So many events already wait for a new key that no more are kept.
        case tooManyWaiting(count: Int)
        case disconnected
    }
}

extension DecryptionFailure.Reason {
    /// Whether another key may decrypt the event.
    var blamesKey: Bool {
        switch self {
        case .noKey, .unusableKey, .wrongKey: true
        case .notEncrypted, .notBase64, .nonceLength, .tooShort, .notText, .cipherUnavailable,
            .notSubscribed, .keyRefused, .keyMissing, .tooManyWaiting, .disconnected:
            false
        }
    }
}

extension DecryptionFailure: PartedFailure {
    /// Whether the next events may be decrypted without a change: a new key was late, or refused
    /// for a while.
    public var isTemporary: Bool {
        switch self.reason {
        case .keyRefused(let failure): failure.isTemporary
        case .keyMissing, .tooManyWaiting, .disconnected: true
        case .noKey, .unusableKey, .notEncrypted, .notBase64, .nonceLength, .tooShort, .wrongKey,
            .notText, .cipherUnavailable, .notSubscribed:
            false
        }
    }

    /// The `SubscriptionFailure` with which a new key was refused; `nil` if none was.
    public var underlyingError: (any Error)? {
        if case .keyRefused(let failure) = self.reason { failure } else { nil }
    }

    package var parts: FailureParts {
        let renewed = self.keyWasRenewed ? ", and a new key did not help" : ""
        return FailureParts(
            "\(self.event) on \(self.channel) could not be decrypted",
            "\(self.reason)\(renewed)", advice: self.reason.advice)
    }
}

extension DecryptionFailure.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noKey: "the channel's authorization has no shared_secret"
        case .unusableKey: "the channel's shared_secret is not base64 of 32 bytes"
        case .notEncrypted:
            "its data has no nonce and ciphertext, so the publisher did not encrypt it"
        case .notBase64(let part): "its \(part) is not base64"
        case .nonceLength(let count): "its nonce is \(count) bytes instead of 24"
        case .tooShort: "its ciphertext is too short"
        case .wrongKey: "it was encrypted with a different key, or altered in transit"
        case .notText: "the decrypted data is not UTF-8 text"
        case .cipherUnavailable: "OpenSSL has no Poly1305 on this system"
        case .notSubscribed: "the channel is not subscribed, so there is no key for it"
        case .keyRefused(let failure): "no new key could be obtained: \(failure.parts.reason)"
        case .keyMissing(let limit): "no new key arrived within \(limit.inWords)"
        case .tooManyWaiting(let count):
            "\(count) events are already waiting for a new key; no more are queued"
        case .disconnected: "the connection ended before a new key arrived"
        }
    }
}

extension DecryptionFailure.Reason {
    fileprivate var advice: String {
        switch self {
        case .noKey:
            "The authorization endpoint must return it: give the endpoint the app's encryption "
                + "master key."
        case .unusableKey: "Return it as the server libraries do: base64 of the 32 bytes."
        case .notEncrypted, .notBase64, .nonceLength, .tooShort:
            "Publish with a server library that has the app's encryption master key."
        case .wrongKey:
            "Use the same encryption master key for the publisher and the authorization endpoint."
        case .notText: "Publish UTF-8 text."
        case .cipherUnavailable: "Use OpenSSL's default provider: FIPS mode has no Poly1305."
        case .notSubscribed: "Subscribe to the channel first."
        case .keyRefused(let failure): failure.advice ?? ""
        case .keyMissing: "Check that the authorization endpoint answers."
        case .tooManyWaiting, .disconnected: ""
        }
    }
}

/// A pure function, passed to the client's state machine because only another module computes
/// with secrets.
///
/// Errors in the data take precedence over errors in the key, as no other key would help.
package typealias EventOpener =
    @Sendable (EventData, SharedSecret?) -> Result<EventData, DecryptionFailure.Reason>
