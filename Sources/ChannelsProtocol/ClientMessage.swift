/// Everything a client can say on a connection.
package enum ClientMessage: Hashable, Sendable {
    /// `pusher:subscribe`
    case subscribe(ChannelName, ChannelAuthorization?)
    /// `pusher:unsubscribe`
    case unsubscribe(ChannelName)
    /// `pusher:signin`; the user data is the exact text that was signed.
    case signIn(auth: String, userData: String)
    /// `pusher:ping`
    case ping
    /// `pusher:pong`
    case pong
    /// `client-…`
    case event(ChannelEvent)
    /// A `pusher:` event that this version does not know.
    case unknown(EventName)
}

/// What lets a client onto a private or presence channel: made from the secret, for one socket id.
public struct ChannelAuthorization: Hashable, Sendable {
    /// `<app key>:<signature>`
    public var auth: String
    /// Presence channels: the JSON text that was signed. It must reach the server byte for byte.
    public var channelData: String?
    /// Encrypted channels: the key.
    public var sharedSecret: SharedSecret?

    public init(auth: String, channelData: String? = nil, sharedSecret: SharedSecret? = nil) {
        self.auth = auth
        self.channelData = channelData
        self.sharedSecret = sharedSecret
    }
}
