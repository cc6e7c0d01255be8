/// The server refused client events (4301, or an error in its words): it does not say which.
public struct ClientEventRejection: Hashable, Sendable {
    /// The server's words; hostile text.
    public var text: String
    public var code: Int?
    /// The channel, where the server names it.
    public var channel: ChannelName?
    /// The client events that were sent in the second before, oldest first: one of these, or
    /// several.
    public var candidates: [ChannelEvent]
    /// How many were sent in that second, those that are not listed included.
    public var sentInLastSecond: Int
    /// The start of the frame that refused them, as it came: hostile text.
    public var frame: String?

    public init(
        text: String, code: Int?, channel: ChannelName? = nil, candidates: [ChannelEvent],
        sentInLastSecond: Int, frame: String? = nil
    ) {
        self.text = text
        self.code = code
        self.channel = channel
        self.candidates = candidates
        self.sentInLastSecond = sentInLastSecond
        self.frame = frame
    }
}

/// How many client events went out, against what a server takes.
public struct ClientEventMeter: Hashable, Sendable {
    /// Sent within the last second.
    public var sentInLastSecond: Int
    /// The most in a second (protocol 7: 10 for each connection); `nil` when it is not kept to.
    public var limit: Int?
    /// Waiting for a subscription, or for the meter to let them through.
    public var waiting: Int

    public init(sentInLastSecond: Int, limit: Int?, waiting: Int) {
        self.sentInLastSecond = sentInLastSecond
        self.limit = limit
        self.waiting = waiting
    }
}

/// What became of a wish to send a client event that breaks no rule.
public enum TriggerOutcome: Hashable, Sendable {
    /// Handed to the connection.
    case sent
    /// It goes out when the channel is subscribed and the limit of events in a second allows.
    case queued
}
