/// The authorization to join a private or presence channel: a signature made with the app secret
/// for one socket id.
public struct ChannelAuthorization: Hashable, Sendable {
    /// `<app key>:<signature>`
    public var auth: String
    /// Presence channels: the JSON text that was signed. It must reach the server byte for byte.
    public var channelData: String?
    /// Encrypted channels: the key of the channel.
    public var sharedSecret: SharedSecret?

    /// Creates an authorization from the application's response. It is not checked here, only by
    /// the server.
    /// - Parameters:
    ///   - auth: `<app key>:<signature>`.
    ///   - channelData: for presence channels, the JSON text that was signed.
    ///   - sharedSecret: for encrypted channels, the key of the channel.
    public init(auth: String, channelData: String? = nil, sharedSecret: SharedSecret? = nil) {
        self.auth = auth
        self.channelData = channelData
        self.sharedSecret = sharedSecret
    }
}

extension ChannelAuthorization: CustomStringConvertible, CustomReflectable {
    /// The signature as dots, and the text that was signed.
    public var description: String {
        "ChannelAuthorization(auth: \(Self.shownAuth(self.auth)), "
            + "channelData: \(self.channelData ?? "nil"), "
            + "sharedSecret: \(self.sharedSecret?.description ?? "nil"))"
    }

    private static let dots = "••••••••"

    /// `<app key>:••••••••`: the key is public, and tells which app was signed for. Without a
    /// colon, only dots, as the text may be a signature.
    package static func shownAuth(_ auth: String) -> String {
        guard let colon = auth.firstIndex(of: ":") else { return self.dots }
        return self.shownKey(String(auth[..<colon])) + ":" + self.dots
    }

    /// An app key as it may be shown. Keys have about 20 letters, so one with more than 40 may be a
    /// signature in the wrong place.
    package static func shownKey(_ key: String) -> String {
        key.utf8.count <= 40 ? key : self.dots
    }

    /// No children, so that `dump` does not show what `description` hides.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The key of an encrypted channel, as an authorization endpoint returns it: base64 of 32 bytes.
///
/// It is always printed as dots.
public struct SharedSecret: Hashable, Sendable {
    /// The text as received. Whether it is base64 of 32 bytes is checked when an event is
    /// decrypted.
    package let base64: String

    /// A key as received. It is checked when an event is decrypted.
    public init(base64: String) { self.base64 = base64 }
}

extension SharedSecret: CustomStringConvertible, CustomReflectable {
    /// Dots.
    public var description: String { "••••••••" }

    /// No children, so that `dump` does not show what `description` hides.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ChannelAuthorization {
    /// The user that the signed channel data names. Numbers are kept as their digits.
    public var userID: UserID? {
        switch self.channelData.flatMap(JSONValue.parse)?["user_id"] {
        case .string(let text), .number(let text): UserID(text)
        case .null, .bool, .array, .object, nil: nil
        }
    }
}
