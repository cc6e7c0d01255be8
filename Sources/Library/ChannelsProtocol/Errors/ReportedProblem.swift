/// A problem that did not end the connection. It appears in `reports`, and as a
/// ``ClientError`` in `errors`.
public struct ReportedProblem: Hashable, Sendable {
    /// The kind of problem, to react to.
    public var kind: Kind
    /// A sentence that says what happened and, if something can be done, what to do. Parts of it
    /// may come from a peer, with secrets replaced by dots.
    public var text: String
    /// The affected channel, if any.
    public var channel: ChannelName?
    /// The number of identical problems that this one represents; more than 1 only for a slow
    /// listener.
    public var count: Int
    /// The start of the frame that caused the problem, with secrets replaced by dots; untrusted
    /// text.
    public var frame: String?

    /// Creates a problem for tests.
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

    /// The kind of problem.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// The server sent `pusher:error`, with this code (protocol 7, "Error Codes").
        case serverError(code: Int?)
        /// A message could not be read, and was ignored.
        case malformedMessage
        /// A message that makes no sense at this point: a second handshake, an answer without a
        /// request, an unknown member.
        case unexpectedMessage
        /// An authorization failed.
        case authorization
        /// A queued client event could not be sent, because its channel was unsubscribed or
        /// refused; or its data will be refused by this server.
        case clientEvent
        /// The server sends, but does not answer pings, so the client's messages may not reach it.
        /// The connection is kept.
        case pongOverdue
        /// A message could not be handed to the connection.
        case sending
    }
}

extension ReportedProblem {
    static func unexpected(_ text: String, on channel: ChannelName? = nil) -> ReportedProblem {
        ReportedProblem(kind: .unexpectedMessage, text: text, channel: channel)
    }

    static func tooManyMembers(on channel: ChannelName) -> ReportedProblem {
        .unexpected(
            "The channel has more than \(PresenceMembers.limit) members: the rest are not listed.",
            on: channel)
    }

    init(_ error: ServerError, on channel: ChannelName? = nil, frame: ReceivedFrame) {
        let code = error.code.map { "error \($0)" } ?? "an error"
        self.init(
            kind: .serverError(code: error.code),
            text: "The server reported \(code): \(error.message)",
            channel: channel ?? error.channel, frame: frame.text)
    }
}
