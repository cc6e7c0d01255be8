/// The key of an encrypted channel, as an authorization endpoint gives it: base64 of 32 bytes.
///
/// It is always printed as dots.
public struct SharedSecret: Hashable, Sendable {
    /// The text as it came; whether it is base64 of 32 bytes shows when an event is opened.
    package let base64: String

    public init(base64: String) { self.base64 = base64 }
}

extension SharedSecret: MaskedValue {
    /// Dots.
    public var description: String { "••••••••" }
}

/// Opens the data of an event with the key of its channel, where there is one. A pure function,
/// given to the client's machine as a value, since computing with a secret is for another module.
///
/// What is wrong with the data itself comes before what is wrong with the key: no other key would
/// open it.
package typealias EventOpener =
    @Sendable (EventData, SharedSecret?) -> Result<EventData, DecryptionFailure.Reason>
