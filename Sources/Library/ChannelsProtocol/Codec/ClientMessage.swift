/// A message that a client can send on a connection.
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
    case event(ChannelsEvent)
    /// A `pusher:` event that this version does not know.
    case unknown(EventName)
}
