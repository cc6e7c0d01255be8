/// A problem that did not end the connection.
public struct ReportedProblem: Hashable, Sendable {
    /// The kind of problem.
    public var kind: Kind
    /// A sentence that says what happened and, if something can be done, what to do. Parts of it
    /// may come from a peer.
    public var text: String
    /// The affected channel, if any.
    public var channel: ChannelName?
    /// The number of identical problems that this one represents; more than 1 only for a slow
    /// listener.
    public var count: Int
    /// The start of the frame that caused the problem, as received; untrusted text.
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
    public enum Kind: Hashable, Sendable {
        /// The server sent `pusher:error`, with this code.
        case serverError(code: Int?)
        /// A message could not be read.
        case malformedMessage
        /// A message that makes no sense at this point: a second handshake, an answer without a
        /// request, an unknown member.
        case unexpectedMessage
        /// An authorization failed.
        case authorization
        /// A client event could not be sent.
        case clientEvent
        /// The server sends, but does not answer pings.
        case pongOverdue
        /// A message could not be handed to the connection.
        case sending
    }
}

extension ReportedProblem {
    /// A message that makes no sense at this point.
    static func unexpected(_ text: String, on channel: ChannelName? = nil) -> ReportedProblem {
        ReportedProblem(kind: .unexpectedMessage, text: text, channel: channel)
    }

    /// The channel has more members than are listed.
    static func tooManyMembers(on channel: ChannelName) -> ReportedProblem {
        .unexpected(
            "The channel has more than \(PresenceMembers.limit) members: the rest are not listed.",
            on: channel)
    }

    /// An error that the server reports.
    init(_ error: ServerError, on channel: ChannelName? = nil, frame: ReceivedFrame) {
        let code = error.code.map { "error \($0)" } ?? "an error"
        self.init(
            kind: .serverError(code: error.code),
            text: "The server reported \(code): \(error.message)",
            channel: channel ?? error.channel, frame: frame.text)
    }
}
