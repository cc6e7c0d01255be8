public import ChannelsProtocol

/// What a request to the application's server is about.
public struct AuthContext: Hashable, Sendable {
    /// The connection that the signature is for.
    public var socketID: SocketID
    /// The channel that is to be authorized; `nil` when a user is to be authenticated.
    public var channel: ChannelName?
    /// Counted from 1; higher for the attempts that follow a fault that may pass.
    public var attempt: Int

    public init(socketID: SocketID, channel: ChannelName?, attempt: Int = 1) {
        self.socketID = socketID
        self.channel = channel
        self.attempt = attempt
    }

    /// Who is asked, in the words of a sentence.
    var endpointName: String {
        self.channel == nil ? "the authentication endpoint" : "the authorization endpoint"
    }
}
