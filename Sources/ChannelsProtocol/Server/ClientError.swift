/// Anything that can go wrong, in one shape: where, with which code, in which words.
public struct ClientError: Error, Hashable, Sendable {
    /// What the client was doing.
    public var phase: Phase
    /// The close code, or the code of a `pusher:error`; `nil` when there was none.
    public var code: Int?
    /// The HTTP status of the upgrade or of an authorization endpoint, or the status of a refused
    /// subscription; `nil` when there was none.
    public var status: Int?
    /// A sentence that says what happened and, where something can be done, what; parts of it may
    /// come from a peer.
    public var text: String
    /// The channel concerned, if any.
    public var channel: ChannelName?
    /// The start of the frame that it is about, as received; untrusted text.
    public var frame: String?

    package init(
        phase: Phase, code: Int? = nil, status: Int? = nil, text: String,
        channel: ChannelName? = nil, frame: String? = nil
    ) {
        self.phase = phase
        self.code = code
        self.status = status
        self.text = text
        self.channel = channel
        self.frame = frame
    }

    /// What the client was doing when something went wrong.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// An attempt to connect.
        case connecting
        /// A connection that was established, and ended; or sending on it.
        case connection
        /// Obtaining the signature, or the key, of a channel.
        case authorization
        /// The server's answer to a subscription.
        case subscription
        /// The sign-in of a user, its authentication included.
        case signIn
        /// Sending client events.
        case clientEvent
        /// Opening the events of encrypted channels.
        case decryption
        /// Reading what the server sent.
        case message
        /// An error that the server reports about anything else, or without saying about what.
        case server
    }
}

extension ClientError: PrintableReport, ReportLine {
    /// The phase, the channel, the code and the status, as far as there are such, and the sentence.
    package var line: String {
        let facts = [
            self.phase.rawValue, self.channel?.text, self.code.map { "code \($0)" },
            self.status.map { "status \($0)" },
        ]
        return "\(facts.compactMap(\.self).joined(separator: ", ")): \(self.text)"
    }
}
