/// Something that went wrong without ending the connection.
public struct Problem: Hashable, Sendable {
    public var kind: Kind
    /// A sentence that says what happened and, where something can be done, what; parts of it may
    /// come from a peer.
    public var text: String
    /// The channel concerned, when one is.
    public var channel: ChannelName?
    /// How many equal ones this stands for: more than 1 only for a slow listener.
    public var count: Int
    /// The start of the frame that it is about, as it came: hostile text.
    public var frame: String?

    public init(
        kind: Kind, text: String, channel: ChannelName? = nil, count: Int = 1,
        frame: String? = nil
    ) {
        self.kind = kind
        self.text = text
        self.channel = channel
        self.count = count
        self.frame = frame
    }

    public enum Kind: Hashable, Sendable {
        /// The server sent `pusher:error`, with this code.
        case serverError(code: Int?)
        /// A message could not be read.
        case malformedMessage
        /// A message that makes sense nowhere here: a second handshake, an answer to nothing, an
        /// unknown member.
        case unexpectedMessage
        /// An authorization failed.
        case authorization
        /// A client event could not be sent.
        case clientEvent
        /// A message could not be handed to the connection.
        case sending
    }
}
