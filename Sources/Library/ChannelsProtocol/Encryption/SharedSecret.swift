/// The key of an encrypted channel, as an authorization endpoint returns it: base64 of 32 bytes.
///
/// It is always printed as dots.
public struct SharedSecret: Hashable, Sendable {
    /// The text as received. Whether it is base64 of 32 bytes is checked when an event is
    /// decrypted.
    package let base64: String

    public init(base64: String) { self.base64 = base64 }
}

extension SharedSecret: MaskedValue {
    /// Dots.
    public var description: String { "••••••••" }
}

/// Decrypts the data of an event with the key of its channel, if there is one. A pure function,
/// passed to the client's state machine as a value, because only another module computes with
/// secrets.
///
/// Errors in the data take precedence over errors in the key, as no other key would help.
package typealias EventOpener =
    @Sendable (EventData, SharedSecret?) -> Result<EventData, DecryptionFailure.Reason>
