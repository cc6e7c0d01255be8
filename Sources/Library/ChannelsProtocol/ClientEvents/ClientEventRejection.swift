/// A server's refusal of client events (4301, or an error with equivalent text). The server
/// does not say which events it refused, and usually keeps the connection open.
public struct ClientEventRejection: Hashable, Sendable {
    /// The server's words, with secrets replaced by dots; untrusted text.
    public var text: String
    /// The error code, such as 4301; `nil` if the error has none.
    public var code: Int?
    /// The channel, if the server specified one.
    public var channel: ChannelName?
    /// The client events sent in the preceding second, oldest first, at most 20. At least one
    /// of them was refused.
    public var candidates: [ChannelsEvent]
    /// The number of client events sent in that second, including events not in `candidates`.
    public var sentInLastSecond: Int
    /// The start of the frame that refused them, with secrets replaced by dots; untrusted text.
    public var frame: String?
    /// A suggested fix, as a sentence; `nil` if there isn't one.
    public var advice: String?

    static let objectAdvice =
        "Laravel Reverb accepts client events only if their data is a JSON object or an array. "
        + "Before 1.6.1, it also refused such data in a string."

    /// Creates a refusal for tests.
    public init(
        text: String, code: Int? = nil, channel: ChannelName? = nil, candidates: [ChannelsEvent],
        sentInLastSecond: Int = 0, frame: String? = nil
    ) {
        self.text = text
        self.code = code
        self.channel = channel
        self.candidates = candidates
        self.sentInLastSecond = sentInLastSecond
        self.frame = frame
    }
}

package struct ClientEventMeter: Hashable, Sendable {
    package var sentInLastSecond: Int
    /// Per second (protocol 7: 10 for each connection); `nil` for none.
    var limit: Int?
    package var waiting: Int

    package init(sentInLastSecond: Int, limit: Int?, waiting: Int) {
        self.sentInLastSecond = sentInLastSecond
        self.limit = limit
        self.waiting = waiting
    }
}

/// The outcome of a client event that breaks no rule. Servers do not confirm client events.
///
/// Closed: no case will be added.
public enum TriggerOutcome: Hashable, Sendable {
    /// Handed to the connection, to be sent immediately.
    case sent
    /// Queued until the channel is subscribed and the limit of events per second allows it.
    /// `.triggered` reports when it is sent.
    case queued
}
