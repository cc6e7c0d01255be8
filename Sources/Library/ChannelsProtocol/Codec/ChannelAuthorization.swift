/// The authorization to join a private, presence or encrypted channel: a signature made
/// with the app secret for one socket id (Pusher's "Authentication signatures"). It is not
/// valid on any other connection.
public struct ChannelAuthorization: Hashable, Sendable {
    /// `<app key>:<signature>`, the HMAC-SHA256 of `<socket id>:<channel>`, and of
    /// `:<channel data>` for presence channels, in hexadecimal.
    public var auth: String
    /// For presence channels, the JSON text that was signed. It must reach the server byte for
    /// byte.
    public var channelData: String?
    /// For encrypted channels, the channel's key; `nil` for other channels.
    public var sharedSecret: SharedSecret?

    /// Creates an authorization from the application's response. The client checks its form
    /// before sending it; only the server validates the signature.
    /// - Parameters:
    ///   - auth: `<app key>:<signature>`.
    ///   - channelData: for presence channels, the JSON text that was signed.
    ///   - sharedSecret: for encrypted channels, the channel's key.
    public init(auth: String, channelData: String? = nil, sharedSecret: SharedSecret? = nil) {
        self.auth = auth
        self.channelData = channelData
        self.sharedSecret = sharedSecret
    }
}

extension ChannelAuthorization: Printed, Unreflected {
    package var printed: String {
        "ChannelAuthorization(auth: \(Self.shownAuth(self.auth)), "
            + "channelData: \(self.channelData ?? "nil"), "
            + "sharedSecret: \(self.sharedSecret?.description ?? "nil"))"
    }

    private static let dots = "••••••••"

    /// `<app key>:••••••••`; only dots without a colon, as the text may be a signature.
    package static func shownAuth(_ auth: String) -> String {
        guard let colon = auth.firstIndex(of: ":") else { return self.dots }
        return self.shownKey(String(auth[..<colon])) + ":" + self.dots
    }

    /// Keys have about 20 letters; one of more than 40 may be a misplaced signature.
    package static func shownKey(_ key: String) -> String {
        key.utf8.count <= 40 ? key : self.dots
    }
}

/// The key of an encrypted channel, as an authorization endpoint returns it in
/// `shared_secret`: base64 of 32 bytes.
///
/// It is always printed as dots.
public struct SharedSecret: Hashable, Sendable {
    /// As received; checked to be base64 of 32 bytes when an event is decrypted.
    package let base64: String

    /// Creates a key as received. It is checked when a client uses it.
    public init(base64: String) { self.base64 = base64 }
}

extension SharedSecret: Secret {}

extension ChannelAuthorization {
    /// The user in the signed channel data: the member that the client becomes on a presence
    /// channel; `nil` if there isn't one. A numeric id keeps its digits.
    public var userID: UserID? {
        switch self.channelData.flatMap(JSONValue.parse)?["user_id"] {
        case .string(let text), .number(let text): UserID(text)
        case .null, .bool, .array, .object, nil: nil
        }
    }
}
