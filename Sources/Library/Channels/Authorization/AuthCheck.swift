import ChannelsFoundation
import ChannelsProtocol

/// Checks an authorization before it is sent, because the server's errors say less.
struct AuthCheck: Sendable {
    let key: String
    let source: String

    private static let sharedSecretLength = 32

    func check(
        _ authorization: ChannelAuthorization, for channel: ChannelName
    ) throws(AuthFault) {
        try self.check(auth: authorization.auth)
        if channel.kind.hasMembers { try self.check(channelData: authorization.channelData) }
        if channel.kind.isEncrypted { try self.check(secret: authorization.sharedSecret) }
    }

    func check(_ authentication: UserAuthentication) throws(AuthFault) {
        try self.check(auth: authentication.auth)
        let user = try self.object(authentication.userData, "user_data")
        guard let id = user["id"]?.stringValue, !id.isEmpty else {
            throw AuthFault(
                "\(self.source) returned user_data without an id",
                advice: "The id must be a non-empty string", quotesAnswer: true)
        }
    }

    /// `<app key>:<hex digits>`; the server checks the number of digits.
    private func check(auth: String) throws(AuthFault) {
        guard let colon = auth.utf8.lastIndex(of: UInt8(ascii: ":")), colon != auth.startIndex
        else {
            throw AuthFault(
                "\(self.source) returned an auth that is not \"<app key>:<signature>\"",
                advice: "The signature alone is not enough", quotesAnswer: true)
        }
        let key = String(auth[..<colon])
        guard key.utf8.elementsEqual(self.key.utf8) else {
            throw AuthFault(
                "\(self.source) signed for an app key other than \(self.key): "
                    + Self.shown(key),
                advice: "Check that both use the same app and environment")
        }
        let signature = auth.utf8[auth.utf8.index(after: colon)...]
        let digits = "0123456789abcdefABCDEF".utf8
        guard !signature.isEmpty, signature.allSatisfy(digits.contains) else {
            throw AuthFault(
                "\(self.source) returned a signature that is not hexadecimal",
                advice: "It must be the HMAC-SHA256 as 64 hex digits, not as base64",
                quotesAnswer: true)
        }
    }

    /// Safe to show in place of the key, which may be a misplaced signature.
    private static func shown(_ key: String) -> String {
        key.contains(":")
            ? ChannelAuthorization.shownAuth(key) : ChannelAuthorization.shownKey(key)
    }

    private func check(channelData: String?) throws(AuthFault) {
        guard let channelData else {
            throw AuthFault(
                "\(self.source) returned no channel_data, which presence channels require")
        }
        switch try self.object(channelData, "channel_data")["user_id"] {
        case .string(let id)? where !id.isEmpty: break
        case .number?: break
        default:
            throw AuthFault(
                "\(self.source) returned channel_data without a user_id",
                advice: "The user_id must be a string or a number", quotesAnswer: true)
        }
    }

    private func check(secret: SharedSecret?) throws(AuthFault) {
        guard let secret else {
            throw AuthFault(
                "\(self.source) returned no shared_secret, which encrypted channels require",
                advice: "The server must have the app's encryption master key", quotesAnswer: true)
        }
        guard Data(base64Encoded: secret.base64)?.count == Self.sharedSecretLength else {
            throw AuthFault(
                "\(self.source) returned a shared_secret that is not base64 of "
                    + "\(Self.sharedSecretLength) bytes")
        }
    }

    private func object(_ text: String, _ name: String) throws(AuthFault) -> JSONValue.Object {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: text.utf8)
        } catch {
            throw AuthFault(
                "\(self.source) returned \(name) that is not JSON (\(error.description))",
                quotesAnswer: true)
        }
        guard case .object(let object) = json else {
            throw AuthFault(
                "\(self.source) returned \(name) that is not a JSON object", quotesAnswer: true)
        }
        return object
    }
}
