import ChannelsProtocol

/// An app's secret. It signs authorizations and requests to the HTTP API, and verifies
/// webhooks. Keep it on servers: anyone who has it can subscribe to everything and publish
/// anything.
///
/// It is always printed as dots.
public struct AppSecret: Hashable, Sendable {
    let text: String

    /// Creates a secret from the app's settings. It is used as it is and not checked: a wrong
    /// secret shows only when a server refuses a signature.
    public init(_ text: String) { self.text = text }

    /// Only for finding the secret in a string that must not contain it.
    package var searchedBytes: [UInt8] { Array(self.text.utf8) }
}

extension AppSecret: Secret {}
