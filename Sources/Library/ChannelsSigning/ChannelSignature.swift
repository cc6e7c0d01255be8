package import ChannelsProtocol

/// Pusher's "Authentication signatures"; docs/protocol.md, "Authorization".
package struct ChannelSignature: Sendable {
    private let key: String
    private let secret: AppSecret

    package init(key: String, secret: AppSecret) {
        self.key = key
        self.secret = secret
    }

    /// `<app key>:<signature>`
    /// - Parameter channelData: for presence channels, the JSON text exactly as it will be sent.
    package func auth(
        socketID: SocketID, channel: ChannelName, channelData: String? = nil
    ) throws(SigningError) -> String {
        let text = try Self.stringToSign(
            socketID: socketID, channel: channel, channelData: channelData)
        return try self.auth(signing: text)
    }

    /// - Parameter userData: the JSON text exactly as it will be sent.
    package func auth(socketID: SocketID, userData: String) throws(SigningError) -> String {
        try self.auth(signing: Self.stringToSign(socketID: socketID, userData: userData))
    }

    package func check(
        _ auth: String, socketID: SocketID, channel: ChannelName, channelData: String? = nil
    ) throws(SigningError) -> CheckOutcome {
        let text = try Self.stringToSign(
            socketID: socketID, channel: channel, channelData: channelData)
        return try self.check(auth, of: text)
    }

    package func check(
        _ auth: String, socketID: SocketID, userData: String
    ) throws(SigningError) -> CheckOutcome {
        try self.check(auth, of: Self.stringToSign(socketID: socketID, userData: userData))
    }

    /// `<socket id>:<channel>`, and for presence channels `:<channel data>`. Socket ids cannot
    /// contain a colon; received names can, and are refused.
    package static func stringToSign(
        socketID: SocketID, channel: ChannelName, channelData: String? = nil
    ) throws(SigningError) -> String {
        let isAmbiguous = channel.text.utf8.contains { $0 == UInt8(ascii: ":") || $0 < 0x20 }
        guard !isAmbiguous else { throw .ambiguousChannelName(channel.text) }
        let suffix = channelData.map { ":\($0)" } ?? ""
        return "\(socketID.text):\(channel.text)\(suffix)"
    }

    /// `<socket id>::user::<user data>`
    package static func stringToSign(socketID: SocketID, userData: String) -> String {
        "\(socketID.text)::user::\(userData)"
    }

    package enum CheckOutcome: Hashable, Sendable {
        case valid
        case malformed
        case foreignKey(String)
        case wrongSignature(String, stringToSign: String)
    }

    private func auth(signing text: String) throws(SigningError) -> String {
        let digest = try Digest.hmacSHA256(text.utf8, secret: self.secret)
        return "\(self.key):\(Digest.hex(digest))"
    }

    private func check(_ auth: String, of text: String) throws(SigningError) -> CheckOutcome {
        let parts = auth.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return .malformed }
        guard parts[0].utf8.elementsEqual(self.key.utf8) else {
            return .foreignKey(String(parts[0]))
        }
        let expected = Digest.hex(try Digest.hmacSHA256(text.utf8, secret: self.secret))
        return Digest.areEqual(Array(expected.utf8), Array(parts[1].utf8))
            ? .valid : .wrongSignature(String(parts[1]), stringToSign: text)
    }
}
