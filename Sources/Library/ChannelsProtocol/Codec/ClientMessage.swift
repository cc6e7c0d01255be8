package enum ClientMessage: Hashable, Sendable {
    case subscribe(ChannelName, ChannelAuthorization?)
    case unsubscribe(ChannelName)
    /// `pusher:signin`, with the exact text that was signed.
    case signIn(auth: String, userData: String)
    case ping
    case pong
    case event(ChannelsEvent)
    /// A `pusher:` event that this version does not know.
    case unknown(EventName)
}
