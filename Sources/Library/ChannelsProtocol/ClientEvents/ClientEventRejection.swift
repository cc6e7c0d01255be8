/// The refusal of client events by the server (4301, or an error that says so). It does not say
/// which ones.
public struct ClientEventRejection: Hashable, Sendable {
    /// The server's words; untrusted text.
    public var text: String
    /// The code of the error; `nil` if it has none.
    public var code: Int?
    /// The channel, if the server names it.
    public var channel: ChannelName?
    /// The client events that were sent in the second before, oldest first. One or several of these
    /// were refused.
    public var candidates: [ChannelsEvent]
    /// How many were sent in that second, including those not listed.
    public var sentInLastSecond: Int
    /// The start of the frame that refused them, as received; untrusted text.
    public var frame: String?
    /// A sentence that says what to do; `nil` if nothing more is known.
    public var advice: String?

    /// The rule of Reverb.
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

/// How many client events were sent, and the limit.
package struct ClientEventMeter: Hashable, Sendable {
    /// How many were sent within the last second.
    package var sentInLastSecond: Int
    /// The maximum number per second (protocol 7: 10 for each connection); `nil` for no limit.
    package var limit: Int?
    /// How many wait for a subscription or for the rate limit.
    package var waiting: Int

    package init(sentInLastSecond: Int, limit: Int?, waiting: Int) {
        self.sentInLastSecond = sentInLastSecond
        self.limit = limit
        self.waiting = waiting
    }
}

/// The outcome of a client event that breaks no rule.
public enum TriggerOutcome: Hashable, Sendable {
    /// Handed to the connection.
    case sent
    /// Queued until the channel is subscribed and the limit of events per second allows it.
    case queued
}
